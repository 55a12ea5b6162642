#include "app/bench/dither/dither.h"

#include <math.h>
#include <stdio.h>

enum dither_verdict dither_verdict(const struct dither_trial *trial, double drift)
{
    const struct stats_summary *gpu = &trial->gpu, *serial = &trial->serial;
    if (!trial->impl || gpu->count == 0 || serial->count == 0)
        return DITHER_UNKNOWN;
    const struct steady_ratio ratio = { gpu->median / serial->median,
                                        gpu->interval.low / serial->interval.high,
                                        gpu->interval.high / serial->interval.low };
    const struct steady_ratio wide = steady_allow(ratio, drift);
    if (wide.high < 1)
        return DITHER_PAYS;
    return wide.low > 1 ? DITHER_COSTS : DITHER_EVEN;
}

void dither_verdict_describe(const struct dither_trial *trial, const char *kernel, double drift,
                             char *text, size_t size)
{
    static const char *const words[] = {
        [DITHER_PAYS] = "the GPU pays",
        [DITHER_COSTS] = "the GPU does not pay",
        [DITHER_EVEN] = "no difference seen",
    };
    const enum dither_verdict verdict = dither_verdict(trial, drift);
    char allowed[STEADY_DRIFT_SIZE];
    steady_describe_drift(drift, allowed);
    const double gpu = trial->gpu.median, serial = trial->serial.median;
    if (verdict == DITHER_UNKNOWN)
        snprintf(text, size, "%dx%d %s: not measured", trial->width, trial->height, kernel);
    else
        snprintf(text, size,
                 "%dx%d %s: %s%s: %s takes %.3g ms, serial C on one core %.3g ms, %.3g times that",
                 trial->width, trial->height, kernel,
                 verdict == DITHER_EVEN && drift > 0 ? "open" : words[verdict], allowed,
                 trial->impl, gpu, serial, serial / gpu);
}

static double pixels_of(const struct dither_trial *trial)
{
    return (double) trial->width * trial->height;
}

// Above 0 where the GPU is the faster.
static double gain_of(const struct dither_trial *trial)
{
    return log(trial->serial.median / trial->gpu.median);
}

double dither_verdict_crossing(const struct dither_trial trials[], int count)
{
    int first = count; // of those that the GPU wins, up to the largest
    for (int i = 0; i < count; i++)
        if (dither_verdict(&trials[i], 0) == DITHER_UNKNOWN)
            return NAN;
    while (first > 0 && gain_of(&trials[first - 1]) > 0)
        first--;
    if (first == count)
        return INFINITY;
    if (first == 0)
        return 0;
    const struct dither_trial *below = &trials[first - 1], *above = &trials[first];
    const double share = gain_of(below) / (gain_of(below) - gain_of(above));
    return exp((1 - share) * log(pixels_of(below)) + share * log(pixels_of(above)));
}

void dither_verdict_describe_crossing(const struct dither_trial trials[], int count,
                                      const char *kernel, double drift, char *text, size_t size)
{
    const struct dither_trial *first = &trials[0], *last = &trials[count - 1];
    const double pixels = dither_verdict_crossing(trials, count);
    char doubt[STEADY_DRIFT_SIZE]; // the drift is allowed for where it changes no size's verdict
    bool is_open = false;
    for (int i = 0; i < count && drift > 0; i++)
        is_open = is_open || dither_verdict(&trials[i], drift) == DITHER_EVEN;
    const char *open = is_open ? "; open" : "";
    steady_describe_drift(drift, doubt);
    if (isnan(pixels))
        snprintf(text, size, "%s: not every size was measured, so none from which the GPU wins",
                 kernel);
    else if (isinf(pixels))
        snprintf(text, size, "%s: no size up to %dx%d from which the GPU wins%s%s", kernel,
                 last->width, last->height, open, doubt);
    else if (pixels == 0)
        snprintf(text, size, "%s: the GPU wins at every size, from %dx%d on%s%s", kernel,
                 first->width, first->height, open, doubt);
    else
        snprintf(text, size, "%s: the GPU wins from about %.3g kilopixels (%.0fx%.0f) on%s%s",
                 kernel, pixels * 1e-3, sqrt(pixels * 16 / 9), sqrt(pixels * 9 / 16), open, doubt);
}
