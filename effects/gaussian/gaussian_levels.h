#pragma once

#include "effects/gaussian/gaussian.h"

// How cs_multiresolution makes up a sigma: by decimating, by the exact Gaussian of a smaller image,
// and by interpolating. All three widen, and variances add: what decimating and interpolating give,
// the Gaussian in the middle need not.

struct gaussian_levels {
    int factor; // 2, 4 or 8: how much smaller the level is that is blurred; 0: sigma is too small
    struct kernel kernel;      // of the blur there, in texels of the level
    int beyond, width, height; // what the level has on each side of the picture; its whole size
};

// The least sigma, in px.
extern const double gaussian_levels_least_sigma, gaussian_levels_most_sigma;

struct gaussian_levels gaussian_levels_of(const struct effect_site *site);

// The most that a picture may be off by that (effect_impl.error), 0 where sigma is too small.
//
// A texel gets weights w from the texels around, along each axis by its place among those of the
// level, and should get the kernel's, g. What a picture of 0 to 1 can make of it is the sum of
// w(x) w(y) - g(x) g(y) where that is more than 0. It is (w - g)(x) w(y) + g(x) (w - g)(y), and all
// weights of an axis sum to 1, so it is not more than the sums of w - g, where more than 0, of both
// axes together. These are summed up here, of the worst place. The picture that has 1 where the
// difference is more than 0 reaches 51 to 92 % of it. Places are floats, which adds 0.009 % at
// 1920x1080.
double gaussian_levels_error(const struct effect_site *site);

enum texture_format gaussian_levels_format(const struct effect_site *site);
