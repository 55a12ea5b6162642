#include "effects/distribution.h"

#include "effects/chain.h"
#include "render/histogram.h"

#include <math.h>
#include <stdio.h>

// ---- tone curves

double curve_light(double ev)
{
    return 0.18 * exp2(ev);
}

void curve_sample(const struct chain_step *step, int count, float *values)
{
    const double range = CURVE_MAX_EV - CURVE_MIN_EV;
    for (int i = 0; i < count; i++) {
        const double light = curve_light(CURVE_MIN_EV + range * i / (count - 1));
        values[i] = (float) step->effect->about.curve(step->params, light);
    }
}

const struct chain_step *curve_find(const struct chain *chain)
{
    chain_for_each(step, chain)
        if (!step->off && step->effect->about.curve)
            return step;
    return NULL;
}

// ---- histograms

static const int stops = HISTOGRAM_BINS / HISTOGRAM_STOP_BINS;

static double count_light(const struct histogram *histogram)
{
    double count = histogram->darker + (double) histogram->brighter;
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        count += histogram->luminance[i];
    return count;
}

double distribution_quantile(const struct histogram *histogram, double share)
{
    const double count = count_light(histogram);
    double left = share * count - histogram->darker;
    if (count == 0)
        return NAN;
    if (histogram->darker > 0 && left <= 0)
        return 0;
    for (int i = 0; i < HISTOGRAM_BINS; i++) {
        const double here = histogram->luminance[i];
        if (here > 0 && left <= here)
            return exp2((i + fmax(left, 0) / here) / HISTOGRAM_STOP_BINS + HISTOGRAM_FIRST_STOP);
        left -= here;
    }
    return INFINITY;
}

double distribution_above(const struct histogram *histogram, double luminance)
{
    const double count = count_light(histogram);
    const double bin = (log2(luminance) - HISTOGRAM_FIRST_STOP) * HISTOGRAM_STOP_BINS;
    double above = histogram->brighter;
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        above += histogram->luminance[i] * fmin(fmax(i + 1 - bin, 0), 1);
    if (bin < 0)
        above += histogram->darker; // an upper bound
    return count > 0 ? above / count : 0;
}

void distribution_print_share(double share, char out[static DISTRIBUTION_WORDS_SIZE])
{
    static const double least = 0.01; // per cent
    const double percent = 100 * share;
    if (percent <= 0 || percent >= 100)
        snprintf(out, DISTRIBUTION_WORDS_SIZE, "%s", percent <= 0 ? "0 %" : "100 %");
    else if (percent < least || percent > 100 - least)
        snprintf(out, DISTRIBUTION_WORDS_SIZE, "%s",
                 percent < least ? "under 0.01 %" : "over 99.99 %");
    else
        snprintf(out, DISTRIBUTION_WORDS_SIZE, "%.2f %%", percent);
}

void distribution_print_quantile(double share, double luminance,
                                 char out[static DISTRIBUTION_WORDS_SIZE])
{
    if (isinf(luminance)) // past the last bin
        snprintf(out, DISTRIBUTION_WORDS_SIZE, "over %g %% past the bins", 100 - 100 * share);
    else
        snprintf(out, DISTRIBUTION_WORDS_SIZE, "%g %% %s %.3g", 100 * share,
                 luminance > 0 ? "below" : "at", luminance);
}

struct distribution_clipped distribution_clipped(const struct histogram *histogram)
{
    struct distribution_clipped clipped = { { 0 }, { 0 } };
    for (int channel = 0; channel < 3; channel++) {
        const uint32_t *bins = histogram->display[channel];
        double count = 0;
        for (int i = 0; i < HISTOGRAM_BINS; i++)
            count += bins[i];
        if (count == 0)
            continue;
        clipped.at_zero[channel] = bins[0] / count;
        clipped.at_full[channel] = bins[HISTOGRAM_BINS - 1] / count;
    }
    return clipped;
}

void distribution_heights(const uint32_t *bins, int count, bool logarithmic, float *heights)
{
    uint32_t most = 1;
    for (int i = 1; i + 1 < count; i++)
        most = bins[i] > most ? bins[i] : most;
    for (int i = 0; i < count; i++) {
        const double share = logarithmic ? log1p(bins[i]) / log1p(most) : (double) bins[i] / most;
        heights[i] = (float) fmin(share, 1);
    }
}

// ---- a curve and its light

static double value_at(const struct chain_step *step, double stop)
{
    return step->effect->about.curve(step->params, exp2(stop));
}

void distribution_update_curve(const struct histogram *histogram, const struct chain_step *step,
                               struct distribution_curve *out)
{
    // The stop at which the curve comes within half a step of 8 bits of 1.
    const double least = 1 - 0.5 / 255, last = HISTOGRAM_FIRST_STOP + stops;
    double below = HISTOGRAM_FIRST_STOP, full = last;
    for (int i = 0; i < 40; i++) {
        const double middle = (below + full) / 2;
        if (value_at(step, middle) < least)
            below = middle;
        else
            full = middle;
    }
    if (value_at(step, last) < least)
        full = INFINITY;
    // The stop after the steepest point at which the slope is half of the steepest one.
    enum { PARTS = 16 }; // per stop
    const int count = stops * PARTS;
    double rises[HISTOGRAM_BINS / HISTOGRAM_STOP_BINS * PARTS], shoulder = INFINITY;
    int steepest = 0;
    for (int i = 0; i < count; i++) {
        const double stop = HISTOGRAM_FIRST_STOP + (double) i / PARTS;
        rises[i] = value_at(step, stop + 1.0 / PARTS) - value_at(step, stop);
        if (rises[i] > rises[steepest])
            steepest = i;
    }
    for (int i = count - 1; i >= steepest; i--)
        if (rises[i] <= rises[steepest] / 2)
            shoulder = HISTOGRAM_FIRST_STOP + (i + 0.5) / PARTS;
    *out = (struct distribution_curve){
        .full = exp2(full),
        .shoulder = exp2(fmin(shoulder, full)),
        .median = distribution_quantile(histogram, 0.5),
        .percentile = distribution_quantile(histogram, 0.99),
    };
    if (isfinite(out->full))
        out->clipped = distribution_above(histogram, out->full);
    if (isfinite(out->shoulder))
        out->in_shoulder = distribution_above(histogram, out->shoulder) - out->clipped;
}
