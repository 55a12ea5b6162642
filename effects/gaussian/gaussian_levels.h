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
extern const double gaussian_levels_least_sigma;

struct gaussian_levels gaussian_levels_of(const struct effect_site *site);

enum texture_format gaussian_levels_format(const struct effect_site *site);
