#pragma once

#include <stdbool.h>
#include <stdint.h>

struct chain;
struct chain_step;
struct histogram;

// Samples tone curves on grey light, and derives numbers from histograms.

// ---- tone curves, over stops (EV) from middle grey

enum { CURVE_MIN_EV = -8, CURVE_MAX_EV = 8 };

// Returns the scene light that is `ev` stops above the middle grey of 0.18.
double curve_light(double ev);

// Writes the values of the step's curve at `count` (2 or more) places, evenly from CURVE_MIN_EV
// to CURVE_MAX_EV.
void curve_sample(const struct chain_step *step, int count, float *values);

// Returns the first step that is switched on and has a curve. NULL: there is no such step.
const struct chain_step *curve_find(const struct chain *chain);

// ---- histograms. Shares are 0..1 of all texels; an empty histogram has none.

// Returns the luminance below which that share of the texels falls; texels of a bin count as evenly
// spread over it. 0: it is darker than the first bin; infinity: it is brighter than the last; NaN:
// there are no texels.
double distribution_quantile(const struct histogram *histogram, double share);

// Returns the share of the texels whose luminance is above this one (more than 0).
double distribution_above(const struct histogram *histogram, double luminance);

// Print a share in per cent, and a quantile with the share below it. "0 %" and "100 %" are exact: a
// few clipped texels are not rounded to 0.
enum { DISTRIBUTION_WORDS_SIZE = 32 };
void distribution_print_share(double share, char out[DISTRIBUTION_WORDS_SIZE]);
void distribution_print_quantile(double share, double luminance, char out[DISTRIBUTION_WORDS_SIZE]);

// Share of the texels at 0 and at full, for each channel of the display values.
struct distribution_clipped {
    double at_zero[3], at_full[3];
};

struct distribution_clipped distribution_clipped(const struct histogram *histogram);

// Writes the heights of bins for drawing, 0..1, proportional to their counts or to log(1 + count).
// The highest bin between the first and the last has height 1, since black and white would press
// down all others.
void distribution_heights(const uint32_t *bins, int count, bool logarithmic, float *heights);

// ---- a tone curve, and the light that it compresses

struct distribution_curve {
    // Luminances. The shoulder begins above the steepest point of the curve, where its slope per
    // stop is half of the steepest one. At `full` the curve is within half a step of 8 bits of 1.
    // Infinity: there is no such point.
    double shoulder, full;
    double in_shoulder, clipped; // shares of the texels: between shoulder and full, and above full
    double median, percentile;   // luminances below which 50 % and 99 % of the texels are
};

// Computes how much of the scene's light falls into the shoulder of the curve of `step` and above
// it. The step must have a curve that does not fall.
void distribution_update_curve(const struct histogram *histogram, const struct chain_step *step,
                               struct distribution_curve *out);
