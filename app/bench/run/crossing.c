#include "app/bench/run/crossing.h"

#include "render/text/number.h"
#include "render/text/step_text.h"

#include <math.h>

static bool is_decided(const struct crossing_point *point)
{
    return point->verdict == PAIR_FASTER || point->verdict == PAIR_SLOWER;
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

static void write_one_side(const struct crossing *crossing, const struct crossing_point *first,
                           int decided, struct step_writer *words)
{
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < crossing->count; i++) {
        if (!is_decided(&crossing->points[i]))
            continue;
        least = fmin(least, fabs(crossing->points[i].percent));
        most = fmax(most, fabs(crossing->points[i].percent));
    }
    step_writef(words, "%s is %s than %s at ", crossing->b, pair_verdict_names[first->verdict],
                crossing->a);
    if (crossing->count == 1)
        step_writef(words, "%s=%s", crossing->key, first->value);
    else if (decided == crossing->count)
        step_writef(words, "all %d values of %s", crossing->count, crossing->key);
    else
        step_writef(words, "%d of %d values of %s", decided, crossing->count, crossing->key);
    if (most - least < 0.05)
        step_writef(words, ", %.1f %%", most);
    else
        step_writef(words, ", %.1f to %.1f %%", least, most);
    if (decided < crossing->count)
        step_writef(words, count_open(crossing) > 0 ? "; the others are open"
                                                    : "; no difference is seen at the others");
}

// Writes where two curves cross between values with opposite verdicts.
static void write_crossing(const struct crossing *crossing, const struct crossing_point *last,
                           const struct crossing_point *next, struct step_writer *words)
{
    char even[NUMBER_PRINTED_SIZE];
    // The crossing is interpolated: log(ratio) is linear in log(x).
    const double from = log1p(last->percent / 100), to = log1p(next->percent / 100);
    const double x = last->x * pow(next->x / last->x, from / (from - to));
    step_writef(words, "%s%s is faster up to %s=%s, %s from %s=%s on",
                words->length > 0 ? "; " : "", faster_of(crossing, last), crossing->key,
                last->value, faster_of(crossing, next), crossing->key, next->value);
    if (!isfinite(x))
        return;
    const double scale = pow(10, 1 - floor(log10(x)));
    number_print((float) (round(x * scale) / scale), even);
    step_writef(words, ": even near %s", even);
}

void crossing_describe(const struct crossing *crossing, char *text, size_t size)
{
    struct step_writer words = { text, size, 0 };
    const struct crossing_point *first = NULL, *last = NULL;
    int decided = 0;
    for (int i = 0; i < crossing->count; i++) {
        const struct crossing_point *point = &crossing->points[i];
        if (!is_decided(point))
            continue;
        if (last && last->verdict != point->verdict)
            write_crossing(crossing, last, point, &words);
        first = first ? first : point;
        last = point;
        decided++;
    }
    if (decided == 0)
        step_writef(&words, "%s %s and %s at any of %d values of %s",
                    count_open(crossing) > 0 ? "open, within the drift: no verdict on"
                                             : "no difference seen between",
                    crossing->a, crossing->b, crossing->count, crossing->key);
    else if (words.length == 0)
        write_one_side(crossing, first, decided, &words);
    else if (count_open(crossing) > 0)
        step_writef(&words, "; open at %d of %d values", count_open(crossing), crossing->count);
}
