#pragma once

#include <stdbool.h>

struct effect_site;
struct error;
struct kernel;

// cs_multiresolution of a Gaussian and of three boxes makes the picture smaller by 2, 4 or 8, blurs
// it there, and makes it large again. Each step down reads, and each step up writes, every second
// texel of a binomial filter. The weights between are those with which the whole is nearest to the
// exact kernel, by least squares over all texels and all their places within a texel of the level.

enum { MULTIRESOLUTION_RADIUS = 28, MULTIRESOLUTION_FACTOR = 8, MULTIRESOLUTION_TAPS = 8 };

struct multiresolution {
    int factor; // picture size / size of the blurred level: 2, 4 or 8
    int taps;   // of the binomial filter: 4, 6 or 8
    int radius; // 2 * radius + 1 weights between
    int beside; // texels of the level on each side that the way up reads
};

// Returns false, with the reason, if the blur is no Gaussian and no three boxes in a row, or its
// width is out of range.
bool multiresolution_fits(const struct effect_site *site, struct error *why);

// Returns everything but the weights; some levels where it does not fit.
struct multiresolution multiresolution_of(const struct effect_site *site);

// Computes the weights at the distances 0, 1, ..., radius; their sum over both sides is 1.
void multiresolution_weigh(const struct multiresolution *levels, const struct kernel *exact,
                           double weights[MULTIRESOLUTION_RADIUS + 1]);

// The filter of the way down: a texel of the level is the mean of its own `factor` texels and of
// `margin` more on both sides of them, with weights whose sum is 1.
struct multiresolution_filter {
    int margin, count;
    double weights[1 + (MULTIRESOLUTION_TAPS - 1) * (MULTIRESOLUTION_FACTOR - 1)];
};
struct multiresolution_filter multiresolution_filter(const struct multiresolution *levels);

// Returns the weight of the texel of the level at that distance in the texel that lies at `place`,
// 0 to factor - 1, within a texel of the level.
double multiresolution_up(const struct multiresolution *levels,
                          const struct multiresolution_filter *filter, int place, int distance);

// Returns an upper bound of the error of a picture (effect_impl.error), or 1 if it does not
// fit.
//
// A texel is a sum of texels around it with weights w, which depend on its place within a texel of
// the level along each axis. The exact weights are the kernel's, g. A picture of 0 to 1 can differ
// by the sum of w(x) w(y) - g(x) g(y) where that is positive. It is (w - g)(x) w(y) + g(x) (w -
// g)(y), and all weights of an axis sum to 1. Let p be the sum of the positive w - g of an axis.
// The negative ones sum to -p, and the negative w to no less than -p, as g is never negative. So
// the difference is at most p (1 + 2 p) + p. This function computes it for the worst place. A
// picture that is 1 where the difference is positive reaches 51 to 92 % of it.
double multiresolution_error(const struct effect_site *site);
