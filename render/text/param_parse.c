#include "render/text/names.h"
#include "render/text/number.h"
#include "render/text/param.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { RANGE_SIZE = 128, FLOAT_EXACT_INT = 1 << 24 };

// ---- errors

static const char *describe_range(const struct param *param, char out[static RANGE_SIZE])
{
    const bool is_length = param->type == PARAM_TYPE_LENGTH;
    char min[NUMBER_PRINTED_SIZE], max[NUMBER_PRINTED_SIZE];
    number_print(param->min, min);
    number_print(param->max, max);
    const bool has_unit = param->unit && !param->is_share && strcmp(param->unit, param->key) != 0;
    snprintf(out, RANGE_SIZE, "%s to %s%s%s%s", min, max, has_unit ? " " : "",
             has_unit ? param->unit : "",
             is_length         ? " or 0%h to 100%h of the height"
             : param->is_share ? " or 0% to 100%"
                               : "");
    return out;
}

// Sets an error such as "levels must be auto or a whole number, 1 to 8".
static bool must_be(const struct param *param, const char *what, struct error *error)
{
    char range[RANGE_SIZE];
    return error_set(error, "%s must be %s%s%s%s", param->key, param->zero ? param->zero : "",
                     param->zero ? " or " : "", what, describe_range(param, range));
}

// ---- reading, one function a type

// Returns true, with an error, if the value is 0 and 0 has a name: "0" is not accepted for "auto".
static bool refuse_named_zero(const struct param *param, float value, struct error *error)
{
    char range[RANGE_SIZE];
    if (!param->zero || param->zero_value != 0 || value != 0)
        return false;
    error_set(error, "%s must not be 0; write %s", param->key, param->zero);
    if (param->min > 0)
        error_append(error, ", or %s", describe_range(param, range));
    return true;
}

// Returns true if the text begins with an optional sign and `length` bytes in all are digits.
static bool is_whole(const char *text, size_t length)
{
    const size_t sign = text[0] == '-' || text[0] == '+';
    return strspn(text + sign, "0123456789") >= length - sign;
}

static bool ends_in(const char *text, size_t length, const char *end)
{
    const size_t tail = end ? strlen(end) : 0;
    return tail > 0 && tail < length && memcmp(text + length - tail, end, tail) == 0;
}

// Reads a float, an int or a length.
static bool read_number(const struct param *param, void *field, const char *text, size_t length,
                        struct error *error)
{
    const bool is_int = param->type == PARAM_TYPE_INT, is_length = param->type == PARAM_TYPE_LENGTH;
    struct length value = { .value = param->zero_value };
    value.of_height = is_length && ends_in(text, length, "%h");
    const size_t digits = value.of_height                      ? length - 2
                          : ends_in(text, length, param->unit) ? length - strlen(param->unit)
                                                               : length;
    const bool is_zero =
        param->zero && strlen(param->zero) == length && memcmp(param->zero, text, length) == 0;
    if (!is_zero) {
        const enum number_result result = number_parse(text, digits, &value.value);
        if (result != NUMBER_FINE || (is_int && !is_whole(text, digits))) {
            float number;
            must_be(param,
                    result == NUMBER_NOT_FINITE ? "a finite number, "
                    : is_int                    ? "a whole number, "
                                                : "a number, ",
                    error);
            if (is_length && digits > 1 && text[digits - 1] == '%' &&
                number_parse(text, digits - 1, &number) == NUMBER_FINE)
                error_append(error, "; did you mean '%.*sh'?", (int) digits, text);
            return false;
        }
        if (param->is_share && digits < length)
            value.value /= 100;
        if (refuse_named_zero(param, value.value, error))
            return false;
        const float min = value.of_height ? 0 : param->min,
                    max = value.of_height ? 100 : param->max;
        if (!(value.value >= min && value.value <= max) ||
            (is_int && fabsf(value.value) > FLOAT_EXACT_INT))
            return must_be(param, "", error);
    }
    if (is_int)
        *(int *) field = (int) value.value;
    else if (is_length)
        *(struct length *) field = value;
    else
        *(float *) field = value.value;
    return true;
}

static const char *choice_at(const void *param, int i)
{
    return param_choice(param, i);
}

static bool read_choice(const struct param *param, int *field, const char *text, size_t length,
                        struct error *error)
{
    const struct names names = { choice_at, param };
    const int choice = names_find(&names, text, length);
    if (choice >= 0) {
        *field = choice;
        return true;
    }
    const size_t was = param->old_prefix ? strlen(param->old_prefix) : length;
    if (was < length && memcmp(param->old_prefix, text, was) == 0)
        return error_set(error, "%s=%.*s is written %s%.*s now", param->key, names_shown(length),
                         text, param->new_prefix, names_shown(length - was), text + was);
    error_set(error, "%s has no choice '%.*s'%s; it has ", param->key, names_shown(length), text,
              param->choice_structs ? " in this version" : "");
    return names_append(error, &names, text, length);
}

// Reads a colour or a rect, such as "1/0.5/0".
static bool read_list(const struct param *param, float *field, const char *text, size_t length,
                      struct error *error)
{
    const int count = param_components(param);
    const bool is_rect = param->type == PARAM_TYPE_RECT;
    const char *end = text + length;
    float v[4], min, max;
    bool is_fine = true;
    param_range(param, field, &min, &max);
    for (int i = 0; i < count && is_fine; i++) {
        const char *slash = memchr(text, '/', (size_t) (end - text));
        const char *stop = slash ? slash : end;
        is_fine = (slash != NULL) == (i < count - 1) &&
                  number_parse(text, (size_t) (stop - text), &v[i]) == NUMBER_FINE && v[i] >= min &&
                  v[i] <= max;
        text = stop + 1;
    }
    if (is_fine && !(is_rect && (v[0] >= v[2] || v[1] >= v[3]))) {
        memcpy(field, v, (size_t) count * sizeof(v[0]));
        return true;
    }
    char range[RANGE_SIZE], low[NUMBER_PRINTED_SIZE], high[NUMBER_PRINTED_SIZE];
    if (!is_rect)
        return error_set(error, "%s must be r/g/b, each %s", param->key,
                         describe_range(param, range));
    number_print(min, low);
    number_print(max, high);
    return error_set(error, "%s must be x0/y0/x1/y1, each %s to %s, with x0 < x1 and y0 < y1",
                     param->key, low, high);
}

// Returns true if the text begins with a control character: of ASCII, or U+0080 to U+009F, to which
// terminals react too.
static bool is_control(const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *) text;
    return bytes[0] < ' ' || bytes[0] == 0x7F ||
           (length > 1 && bytes[0] == 0xC2 && bytes[1] >= 0x80 && bytes[1] < 0xA0);
}

static bool read_text(const struct param *param, char *field, const char *text, size_t length,
                      struct error *error)
{
    if (length >= PARAM_TEXT_SIZE)
        return error_set(error, "%s must be at most %d bytes long", param->key,
                         PARAM_TEXT_SIZE - 1);
    for (size_t i = 0; i < length; i++)
        if (is_control(text + i, length - i) || text[i] == '"')
            return error_set(error, "%s must be without control characters and double quotes",
                             param->key);
    memcpy(field, text, length);
    field[length] = '\0';
    return true;
}

bool param_parse(const struct param *param, void *values, const char *text, size_t length,
                 struct error *error)
{
    void *field = param_field(param, values);
    switch (param->type) {
    case PARAM_TYPE_FLOAT:
    case PARAM_TYPE_STOPS:
    case PARAM_TYPE_INT:
    case PARAM_TYPE_LENGTH:
        return read_number(param, field, text, length, error);
    case PARAM_TYPE_CHOICE:
        return read_choice(param, field, text, length, error);
    case PARAM_TYPE_COLOUR:
    case PARAM_TYPE_RECT:
        return read_list(param, field, text, length, error);
    case PARAM_TYPE_TEXT:
        return read_text(param, field, text, length, error);
    case PARAM_TYPE_NONE:
        break;
    }
    return error_set(error, "%s cannot be set", param->key);
}
// ---- several values

bool param_read_values(const struct param *table, void *values, const char *text,
                       struct error *error)
{
    const struct names_rows rows = { &table[0].key, sizeof(*table) };
    uint64_t given = 0;
    for (bool is_last = false; !is_last; text++) {
        const size_t length = strcspn(text, ",:"), key = strcspn(text, "=,:");
        const struct param *row = param_find_word(table, text, key);
        const char *value = text + key + (key < length);
        const size_t value_length = length - (size_t) (value - text);
        if (!row) {
            error_set(error, "no '%.*s'; there is ", names_shown(key), text);
            return names_append(error, &(const struct names){ names_of_rows, &rows }, text, key);
        }
        const uint64_t bit = (uint64_t) 1 << (row - table);
        if (given & bit)
            return error_set(error, "%s is given twice; leave one out", row->key);
        given |= bit;
        if (row->type == PARAM_TYPE_TEXT && value_length == 0)
            return error_set(error, "%s needs a value (%s)", row->key, row->help);
        if (!param_parse(row, values, value, value_length, error)) {
            if (row->type != PARAM_TYPE_CHOICE) // the error of a choice quotes the value itself
                error_append(error, ", not '%.*s' (%s)", names_shown(value_length), value,
                             row->help);
            return strcspn(value, " ;") < value_length ? error_append(error, "; ',' separates two")
                                                       : false;
        }
        text += length;
        is_last = *text == '\0';
    }
    return true;
}
