#include "app/bench/chains/crossing.h"

#include "render/text/compiler.h"
#include "render/text/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

// Words that grow, up to the end of their place.
struct words {
    char *text;
    size_t size, length;
};

static void PRINTF_LIKE(2, 3) add(struct words *words, const char *format, ...)
{
    if (words->length >= words->size)
        return;
    va_list arguments;
    va_start(arguments, format);
    const int length =
        vsnprintf(words->text + words->length, words->size - words->length, format, arguments);
    va_end(arguments);
    words->length += (size_t) length;
}

static bool is_decided(const struct crossing_point *point)
{
    return point->verdict == PAIR_FASTER || point->verdict == PAIR_SLOWER;
}

static double logarithm(const struct crossing_point *point)
{
    return log1p(point->percent / 100);
}

double crossing_between(const struct crossing_point *before, const struct crossing_point *after)
{
    const double from = logarithm(before), to = logarithm(after);
    return before->x * pow(after->x / before->x, from / (from - to));
}

static int count_open(const struct crossing *crossing)
{
    int count = 0;
    for (int i = 0; i < crossing->count; i++)
        count += crossing->points[i].verdict == PAIR_INCONCLUSIVE;
    return count;
}

static const char *faster_of(const struct crossing *crossing, const struct crossing_point *point)
{
    return point->verdict == PAIR_FASTER ? crossing->b : crossing->a;
}

// ---- all alike

static void say_range(const struct crossing *crossing, struct words *words)
{
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < crossing->count; i++) {
        if (!is_decided(&crossing->points[i]))
            continue;
        least = fmin(least, fabs(crossing->points[i].percent));
        most = fmax(most, fabs(crossing->points[i].percent));
    }
    if (most - least < 0.05)
        add(words, ", %.1f %%", most);
    else
        add(words, ", %.1f to %.1f %%", least, most);
}

static void say_one_side(const struct crossing *crossing, const struct crossing_point *first,
                         int decided, struct words *words)
{
    add(words, "%s is %s than %s at ", crossing->b, pair_verdict_names[first->verdict],
        crossing->a);
    if (decided == crossing->count)
        add(words, "all %d values of %s", crossing->count, crossing->key);
    else
        add(words, "%d of %d values of %s", decided, crossing->count, crossing->key);
    say_range(crossing, words);
    if (decided < crossing->count)
        add(words, count_open(crossing) > 0 ? "; the others are open"
                                            : "; no difference is seen at the others");
}

// ---- crossings

static void say_side(const struct crossing *crossing, const struct crossing_point *last,
                     const struct crossing_point *next, struct words *words)
{
    char even[NUMBER_PRINTED_SIZE];
    const double x = crossing_between(last, next);
    add(words, "%s%s is faster up to %s, %s from %s on", words->length > 0 ? "; " : "",
        faster_of(crossing, last), last->name, faster_of(crossing, next), next->name);
    if (!isfinite(x))
        return;
    const double scale = pow(10, 1 - floor(log10(x)));
    number_print((float) (round(x * scale) / scale), even);
    add(words, ": even near %s", even);
}

void crossing_describe(const struct crossing *crossing, char *text, size_t size)
{
    struct words words = { .text = text, .size = size };
    const struct crossing_point *first = NULL, *last = NULL;
    int decided = 0;
    text[0] = '\0';
    for (int i = 0; i < crossing->count; i++) {
        const struct crossing_point *point = &crossing->points[i];
        if (!is_decided(point))
            continue;
        if (last && last->verdict != point->verdict)
            say_side(crossing, last, point, &words);
        first = first ? first : point;
        last = point;
        decided++;
    }
    if (decided == 0)
        add(&words, "%s %s and %s at any of %d values of %s",
            count_open(crossing) > 0 ? "open, within the drift: no verdict on"
                                     : "no difference seen between",
            crossing->a, crossing->b, crossing->count, crossing->key);
    else if (words.length == 0)
        say_one_side(crossing, first, decided, &words);
    else if (count_open(crossing) > 0)
        add(&words, "; open at %d of %d values", count_open(crossing), crossing->count);
}
