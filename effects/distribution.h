#pragma once

#include "effects/chain.h"
#include "render/histogram.h"

// What a tone curve makes of grey light, and what a histogram says in numbers.

// ---- tone curves, over stops (EV) from middle grey

enum { CURVE_LEAST_EV = -8, CURVE_MOST_EV = 8 };

// Returns the scene light that is `ev` stops above the middle grey of 0.18.
double curve_light(double ev);

// Writes the step's values at `count` (2 or more) places, evenly from CURVE_LEAST_EV to
// CURVE_MOST_EV.
void curve_sample(const struct chain_step *step, int count, float *values);

// Returns the first step that is switched on and has a curve. NULL for none.
const struct chain_step *curve_find(const struct chain *chain);

// ---- histograms. Shares are 0..1 of all texels; an empty histogram has none.

// Returns the luminance below which so large a share of the texels lies; within a bin they lie
// evenly over its part of a stop. 0 and infinity: among those darker than the first bin, or
// brighter than the last. NaN: there are no texels.
double distribution_quantile(const struct histogram *histogram, double share);

// Returns the share of the texels whose luminance is above this one (more than 0).
double distribution_above(const struct histogram *histogram, double luminance);

// Write a share in per cent, and a quantile with the share that lies below it. No texel and all of
// them are said as such: a few that are clipped are not rounded to none.
enum { DISTRIBUTION_WORDS_SIZE = 32 };
void distribution_print_share(double share, char out[static DISTRIBUTION_WORDS_SIZE]);
void distribution_print_quantile(double share, double luminance,
                                 char out[static DISTRIBUTION_WORDS_SIZE]);

// The share of the texels at 0 and at full, of each channel of the display values.
struct distribution_clipped {
    double at_zero[3], at_full[3];
};

struct distribution_clipped distribution_clipped(const struct histogram *histogram);

// Writes how high to draw bins, 0..1: by their counts, or by the logarithms of 1 and them. The
// highest between the first and the last is 1, for black and white would press down all others.
void distribution_heights(const uint32_t *bins, int count, bool logarithmic, float *heights);

// ---- a tone curve and the light that it fits into the display

struct distribution_curve {
    // Luminances. The shoulder begins where, above its steepest place, the curve rises half as much
    // a stop as there. At full it is within half a step of 8 bits of 1. Infinity: nowhere.
    double shoulder, full;
    double in_shoulder, clipped; // shares of the texels: below full, and above it
    double median, percentile;   // luminances: of half of the texels, and of 99 %
};

// `step` has a curve, which does not fall.
void distribution_follow_curve(const struct histogram *histogram, const struct chain_step *step,
                               struct distribution_curve *out);
