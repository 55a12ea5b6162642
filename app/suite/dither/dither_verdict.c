#include "app/suite/dither/dither_verdict.h"

#include <math.h>
#include <stdio.h>

enum dither_verdict dither_verdict(const struct dither_trial *trial)
{
    if (!trial->impl || trial->gpu.count == 0 || trial->serial.count == 0)
        return DITHER_UNKNOWN;
    if (trial->gpu.interval.high < trial->serial.interval.low)
        return DITHER_PAYS;
    return trial->gpu.interval.low > trial->serial.interval.high ? DITHER_COSTS : DITHER_EVEN;
}

void dither_verdict_describe(const struct dither_trial *trial, const char *kernel, bool is_steady,
                             char *text, size_t size)
{
    static const char *const words[] = {
        [DITHER_PAYS] = "the GPU pays",
        [DITHER_COSTS] = "the GPU does not pay",
        [DITHER_EVEN] = "no difference seen",
    };
    const enum dither_verdict verdict = dither_verdict(trial);
    const double gpu = trial->gpu.median, serial = trial->serial.median;
    if (verdict == DITHER_UNKNOWN)
        snprintf(text, size, "%dx%d %s: not measured", trial->width, trial->height, kernel);
    else
        snprintf(text, size,
                 "%dx%d %s: %s: %s takes %.3g ms, serial C on one core %.3g ms, %.3g times that",
                 trial->width, trial->height, kernel,
                 is_steady ? words[verdict] : "not certain, the machine was not steady",
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
        if (dither_verdict(&trials[i]) == DITHER_UNKNOWN)
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
                                      const char *kernel, bool is_steady, char *text, size_t size)
{
    const double pixels = dither_verdict_crossing(trials, count);
    const char *doubt = is_steady ? "" : "; not certain, the machine was not steady";
    const struct dither_trial *first = &trials[0], *last = &trials[count - 1];
    if (isnan(pixels))
        snprintf(text, size, "%s: not every size was measured, so none from which the GPU wins",
                 kernel);
    else if (isinf(pixels))
        snprintf(text, size, "%s: no size up to %dx%d from which the GPU wins%s", kernel,
                 last->width, last->height, doubt);
    else if (pixels == 0)
        snprintf(text, size, "%s: the GPU wins at every size, from %dx%d on%s", kernel,
                 first->width, first->height, doubt);
    else
        snprintf(text, size, "%s: the GPU wins from about %.3g kilopixels (%.0fx%.0f) on%s", kernel,
                 pixels * 1e-3, sqrt(pixels * 16 / 9), sqrt(pixels * 9 / 16), doubt);
}
