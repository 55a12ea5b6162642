#pragma once

#include "effects/gaussian/gaussian.h"

// cs_multiresolution makes the picture smaller by 2, 4 or 8, blurs it there, and makes it large
// again. Each step down reads, and each step up writes, every second texel of a binomial filter.
// The weights between are those with which the whole is nearest to the exact kernel, by least
// squares over all texels and all their places within a texel of the level.

enum { GAUSSIAN_LEVELS_RADIUS = 28, GAUSSIAN_LEVELS_FACTOR = 8, GAUSSIAN_LEVELS_TAPS = 8 };

struct gaussian_levels {
    int factor; // picture size / size of the blurred level: 2, 4 or 8; 0: sigma is out of range
    int taps;   // of the binomial filter: 4, 6 or 8
    int radius; // 2 * radius + 1 weights between
    int beside; // texels of the level on each side that the way up reads
};

// The range of sigma, in px.
extern const double gaussian_levels_least_sigma, gaussian_levels_most_sigma;

// Returns everything but the weights.
struct gaussian_levels gaussian_levels_of(const struct effect_site *site);

// Computes the weights at the distances 0, 1, ..., radius; their sum over both sides is 1.
void gaussian_levels_weigh(const struct gaussian_levels *levels, const struct kernel *exact,
                           double weights[GAUSSIAN_LEVELS_RADIUS + 1]);

// The filter of the way down: a texel of the level is the mean of its own `factor` texels and of
// `margin` more on both sides of them, with weights whose sum is 1.
struct gaussian_levels_filter {
    int margin, count;
    double weights[1 + (GAUSSIAN_LEVELS_TAPS - 1) * (GAUSSIAN_LEVELS_FACTOR - 1)];
};
struct gaussian_levels_filter gaussian_levels_filter(const struct gaussian_levels *levels);

// Returns the weight of the texel of the level at that distance in the texel that lies at `place`,
// 0 to factor - 1, within a texel of the level.
double gaussian_levels_up(const struct gaussian_levels *levels,
                          const struct gaussian_levels_filter *filter, int place, int distance);

// Returns an upper bound of the error of a picture (effect_impl.error), or 1 if sigma is out of
// range.
//
// A texel is a sum of texels around it with weights w, which depend on its place within a texel of
// the level along each axis. The exact weights are the kernel's, g. A picture of 0 to 1 can differ
// by the sum of w(x) w(y) - g(x) g(y) where that is positive. It is (w - g)(x) w(y) + g(x) (w -
// g)(y), and all weights of an axis sum to 1. Let p be the sum of the positive w - g of an axis.
// The negative ones sum to -p, and the negative w to no less than -p, as g is never negative. So
// the difference is at most p (1 + 2 p) + p. This function computes it for the worst place. A
// picture that is 1 where the difference is positive reaches 51 to 92 % of it.
double gaussian_levels_error(const struct effect_site *site);
