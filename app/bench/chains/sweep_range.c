#include "app/bench/chains/sweep_range.h"

#include "render/text/number.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- text

static bool take_end(const char *text, size_t length, char out[], size_t size)
{
    if (length == 0 || length >= size)
        return false;
    snprintf(out, size, "%.*s", (int) length, text);
    return true;
}

static bool take_count(const char *text, int *count, struct error *error)
{
    const size_t digits = strspn(text, "0123456789");
    *count = digits > 0 && digits < 6 ? atoi(text) : 0;
    return (text[digits] == '\0' && *count >= SWEEP_LEAST_VALUES && *count <= SWEEP_MOST_VALUES) ||
           error_set(error, "'%s' values: a range has %d to %d of them", text, SWEEP_LEAST_VALUES,
                     SWEEP_MOST_VALUES);
}

bool sweep_range_split(const char *range, struct sweep_ends *ends, struct error *error)
{
    *ends = (struct sweep_ends){ .count = 0 };
    const char *points = strstr(range, ".."), *high = points + 2;
    const size_t length = strcspn(high, ":");
    if (!take_end(range, (size_t) (points - range), ends->low, sizeof(ends->low)) ||
        !take_end(high, length, ends->high, sizeof(ends->high)))
        return error_set(error, "a range is FROM..TO:COUNT, such as 2..64:12");
    return high[length] != ':' || take_count(high + length + 1, &ends->count, error);
}

// The unit of a length behind its number.
static const char *unit_of(const char *text)
{
    static const char *const units[] = { "%h", "px", NULL };
    for (int i = 0; units[i]; i++)
        if (text_ends_in(text, units[i]))
            return units[i];
    return "";
}

static bool read_number(const char *text, float *number)
{
    const size_t length = strlen(text) - strlen(unit_of(text));
    return number_parse(text, length, number) == NUMBER_FINE;
}

double sweep_range_number(const char *text)
{
    float number;
    return read_number(text, &number) ? (double) number : NAN;
}

// ---- numbers

double sweep_range_at(double low, double high, int i, int count)
{
    return low * pow(high / low, (double) i / (count - 1));
}

static double round_to_digits(double value)
{
    if (value == 0)
        return 0;
    const double scale = pow(10, 2 - floor(log10(fabs(value))));
    return round(value * scale) / scale;
}

static bool is_spread_evenly(const struct param *row)
{
    return row->type == PARAM_TYPE_STOPS;
}

// The ends stay as they were given.
static double value_at(const struct param *row, const float ends[2], int i, int count)
{
    const double low = (double) ends[0], high = (double) ends[1];
    if (i == 0 || i == count - 1)
        return i == 0 ? low : high;
    const double value = is_spread_evenly(row) ? low + (high - low) * i / (count - 1)
                                               : sweep_range_at(low, high, i, count);
    const double rounded = row->type == PARAM_TYPE_INT ? round(value) : round_to_digits(value);
    return fmin(fmax(rounded, low), high);
}

static void write_list(const struct param *row, const float ends[2], int count, const char *unit,
                       char *list, size_t size)
{
    double before = NAN;
    size_t length = 0;
    for (int i = 0; i < count && length < size; i++) {
        char printed[NUMBER_PRINTED_SIZE];
        const double value = value_at(row, ends, i, count);
        if (value == before || (i < count - 1 && i > 0 && value == (double) ends[1]))
            continue;
        number_print((float) value, printed);
        length += (size_t) snprintf(list + length, size - length, "%s%s%s", i > 0 ? "," : "",
                                    printed, unit);
        before = value;
    }
}

static bool has_range(const struct param *row)
{
    return row->type == PARAM_TYPE_FLOAT || row->type == PARAM_TYPE_STOPS ||
           row->type == PARAM_TYPE_INT || row->type == PARAM_TYPE_LENGTH;
}

bool sweep_range_list(const struct param *row, const char *range, char *list, size_t size,
                      struct error *error)
{
    struct sweep_ends ends;
    float numbers[2];
    if (!has_range(row))
        return error_set(error, "%s is no number and has no range; give a list of values, A,B,C",
                         row->key);
    if (!sweep_range_split(range, &ends, error))
        return false;
    if (!read_number(ends.low, &numbers[0]) || !read_number(ends.high, &numbers[1]) ||
        strcmp(unit_of(ends.low), unit_of(ends.high)) != 0)
        return error_set(error, "both ends of a range are numbers of one unit, as in 2..64:12");
    if (!(numbers[0] < numbers[1]))
        return error_set(error, "the range is empty: it goes from the smaller to the larger");
    if (!is_spread_evenly(row) && !(numbers[0] > 0))
        return error_set(error, "values that are even in the logarithm begin above 0; "
                                "or give a list, 0,0.5,1");
    write_list(row, numbers, ends.count > 0 ? ends.count : SWEEP_DEFAULT_VALUES, unit_of(ends.low),
               list, size);
    return true;
}
