#pragma once

#include "effects/pyramid/pyramid.h"

// All steps up of a pyramid as one filter along each axis: what a texel of the picture gets of the
// deepest level's texels around the one that it lies over. Steps up are sums of products of weights
// along x and along y, so any number of them is one, too. Pure arithmetic.

enum { PYRAMID_MOST_REACH = 3, PYRAMID_TAPS_STRIDE = 8 };

// What weights along an axis depend on.
struct pyramid_axis {
    int size;    // of the picture
    int levels;  // 1..SIGMA_PYRAMID_LEVELS
    int edge;    // enum edge
    int format;  // enum texture_format, for half_lift
    double turn; // variance of the smoothing over the deepest level, in its texels squared
};

// Texels on each side of the one a texel of the picture lies over, up to PYRAMID_MOST_REACH.
int pyramid_reach(int levels, double turn);

// For each texel of an axis, a struct pyramid_axis, weights at the distances -reach..reach, in the
// first places of PYRAMID_TAPS_STRIDE. A recipe of render/lut.h.
void pyramid_make_taps(const void *axis, float *weights);
