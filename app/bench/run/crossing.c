#include "app/bench/run/suite.h"
#include "render/text/number.h"
#include "render/text/step_text.h"

#include <math.h>

static const char *faster_of(const struct crossing *crossing, const struct crossing_point *point)
{
    return point->verdict == PAIR_FASTER ? crossing->b : crossing->a;
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
    const struct crossing_point *last = NULL;
    double least = INFINITY, most = 0; // per cent
    int decided = 0, open = 0;
    for (int i = 0; i < crossing->count; i++) {
        const struct crossing_point *point = &crossing->points[i];
        open += point->verdict == PAIR_INCONCLUSIVE;
        if (point->verdict != PAIR_FASTER && point->verdict != PAIR_SLOWER)
            continue;
        if (last && last->verdict != point->verdict)
            write_crossing(crossing, last, point, &words);
        last = point;
        least = fmin(least, fabs(point->percent));
        most = fmax(most, fabs(point->percent));
        decided++;
    }
    if (decided == 0)
        step_writef(&words, "%s %s and %s at any of %d values of %s",
                    open > 0 ? "no verdict on" : "no difference seen between", crossing->a,
                    crossing->b, crossing->count, crossing->key);
    else if (words.length == 0) {
        step_writef(&words, "%s is %s than %s at %d of %d values of %s, %.1f", crossing->b,
                    pair_verdict_names[last->verdict], crossing->a, decided, crossing->count,
                    crossing->key, least);
        if (decided > 1)
            step_writef(&words, " to %.1f", most);
        step_write(&words, " %");
    }
    if (open > 0)
        step_writef(&words, "; open at %d of %d values", open, crossing->count);
}
