#pragma once

#include "effects/gaussian/gaussian.h"

// cs_multiresolution splits a sigma into decimating, the exact Gaussian of a smaller image, and
// interpolating. All three widen, and variances add: the Gaussian in the middle makes up the
// variance that is missing.

struct gaussian_levels {
    int factor; // 2, 4 or 8: picture size / size of the blurred level; 0: sigma is too small
    struct kernel kernel;      // of the blur there, in texels of the level
    int beyond, width, height; // texels of the level on each side of the picture; its whole size
};

// The range of sigma, in px.
extern const double gaussian_levels_least_sigma, gaussian_levels_most_sigma;

struct gaussian_levels gaussian_levels_of(const struct effect_site *site);

// Returns an upper bound of the error of a picture (effect_impl.error); 0 if sigma is too small.
//
// A texel is a sum of texels around it with weights w, which depend on its position within a texel
// of the level along each axis. The exact weights are the kernel's, g. A picture of 0 to 1 can
// differ by the sum of w(x) w(y) - g(x) g(y) where that is positive. It is (w - g)(x) w(y) + g(x)
// (w - g)(y), and all weights of an axis sum to 1, so it is at most the sum of the positive w - g
// of both axes together. This function computes that sum for the worst position. A picture that is
// 1 where the difference is positive reaches 51 to 92 % of it. Positions are floats, which adds
// 0.009 % at 1920x1080.
double gaussian_levels_error(const struct effect_site *site);

enum texture_format gaussian_levels_format(const struct effect_site *site);
