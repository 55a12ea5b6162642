#pragma once

#include "render/image/image.h"

// The point spread of an unknown blur, from a picture before and after it: the kernel whose
// convolution with the one is nearest to the other, by least squares. Its shape is free, but it is
// the same at every texel. Channel 0 of the images counts, and the middle more than the border.
//
//     const double width = kernel_fit_width(&before, &after);
//     kernel_fit_init(&kernel, &before, &after, width, rounding, &(struct kernel_tails){ 0 });

struct kernel_fit {
    int reach;
    double *values; // (2 * reach + 1)^2 of them, the point in the middle; owned
    double squares; // sum of squared differences that remain, as a share of those of `after` from
                    // its mean
    double offset;  // what was added to all texels, too
    double mean;    // of `before`
};

// Light that a blur spreads farther than such a kernel reaches: shares of Gaussians.
enum { KERNEL_TAILS = 8 };
struct kernel_tails {
    double widths[KERNEL_TAILS]; // sigmas, texels
    double shares[KERNEL_TAILS]; // of all light, 0 or more
};

// Returns the sigma, texels, of the Gaussian that best makes `after` of `before`: 0 if no blur is
// nearer, NaN if less than half of the squares are explained.
double kernel_fit_width(const struct image *before, const struct image *after);

// Estimates the point spread without its tails. `width` is that of the nearest Gaussian; the
// pictures should be six times as wide and high. `noise` is the standard deviation of what else
// changed each texel, such as rounding. An offset of all texels is found, too, where the contrast
// is not nearly kept.
void kernel_fit_init(struct kernel_fit *fit, const struct image *before, const struct image *after,
                     double width, double noise, const struct kernel_tails *tails);
void kernel_fit_finish(struct kernel_fit *fit);

// Estimates the tails of a blur whose nearest Gaussian has that width, and subtracts them from
// `after`, so that the core is left. Returns false without a change if they hardly widen the blur.
// The border's texels are repeated beyond it, so little should be there, and the sides should be 32
// times the width.
bool kernel_tails_split(struct kernel_tails *tails, const struct image *before, struct image *after,
                        double width);

// Returns the point spread with its tails, summed along the other axis: 2 * *reach + 1 values,
// which the caller frees.
double *kernel_fit_line(const struct kernel_fit *fit, const struct kernel_tails *tails, bool down,
                        int *reach);

// Initialises `to` with the convolution. Texels less than the reach from the border are undefined.
void kernel_fit_apply(const struct kernel_fit *fit, const struct image *before, struct image *to);
