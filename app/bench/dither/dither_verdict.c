#include "app/bench/dither/dither.h"
#include "app/bench/run/crossing.h"

#include <stdio.h>

// Returns true if both the GPU and the CPU ran.
static bool is_known(const struct dither_trial *trial)
{
    return trial->impl && trial->gpu.count > 0 && trial->serial.count > 0;
}

struct pair dither_compare(const struct dither_trial *trial, double drift)
{
    const struct steady_ratio ratio =
        steady_divide(steady_median(&trial->gpu), steady_median(&trial->serial));
    return pair_of_ratio(steady_allow(ratio, drift), drift);
}

void dither_describe(const struct dither_trial *trial, const char *kernel, double drift, char *text,
                     size_t size)
{
    static const char *const words[] = {
        [PAIR_FASTER] = "the GPU pays",
        [PAIR_SLOWER] = "the GPU does not pay",
        [PAIR_NO_DIFFERENCE] = "no difference seen",
        [PAIR_INCONCLUSIVE] = "open",
    };
    const double gpu = trial->gpu.median, serial = trial->serial.median;
    char allowed[STEADY_DRIFT_SIZE];
    steady_describe_drift(drift, allowed);
    if (!is_known(trial))
        snprintf(text, size, "%dx%d %s: not measured", trial->width, trial->height, kernel);
    else
        snprintf(text, size,
                 "%dx%d %s: %s%s: %s takes %.3g ms, serial C on one core %.3g ms, %.3g times that",
                 trial->width, trial->height, kernel, words[dither_compare(trial, drift).verdict],
                 allowed, trial->impl, gpu, serial, serial / gpu);
}

void dither_describe_crossing(const struct dither_trial trials[], int count, const char *kernel,
                              double drift, char *text, size_t size)
{
    enum { MOST = 16 };
    struct crossing_point points[MOST];
    struct crossing crossing = { "serial C", "the GPU", "size", 0, points };
    char sizes[MOST][16];
    const int length = snprintf(text, size, "%s: ", kernel);
    for (int i = 0; i < count && crossing.count < MOST; i++) {
        const struct dither_trial *trial = &trials[i];
        if (!is_known(trial))
            continue;
        snprintf(sizes[crossing.count], sizeof(sizes[0]), "%dp", trial->height);
        const struct pair pair = dither_compare(trial, drift);
        points[crossing.count] = (struct crossing_point){ trial->height, sizes[crossing.count],
                                                          pair.percent, pair.verdict };
        crossing.count++;
    }
    crossing_describe(&crossing, text + length, size - (size_t) length);
}
