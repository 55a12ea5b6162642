#pragma once

#include "effects/pyramid/pyramid.h"

// All steps up of a pyramid as one filter along each axis: the weights that a texel of the picture
// has for the texels of the deepest level around the one that contains it. A step up is a sum of
// products of weights along x and along y, and so is any number of steps. Pure arithmetic.

enum { PYRAMID_MAX_REACH = 3, PYRAMID_TAPS_STRIDE = 8 };

// Values that determine the weights along an axis.
struct pyramid_axis {
    int size;    // of the picture
    int levels;  // 1..SIGMA_PYRAMID_LEVELS
    int edge;    // enum edge
    int format;  // enum texture_format, for half_lift
    double turn; // variance of the smoothing of the deepest level, in its squared texels
};

// Returns the number of texels on each side of the one that contains a texel of the picture, up to
// PYRAMID_MAX_REACH.
int pyramid_reach(int levels, double turn);

// Writes weights at the distances -reach..reach for each texel of an axis (a struct pyramid_axis),
// in the first of each PYRAMID_TAPS_STRIDE values. A callback for texture_recipe.
void pyramid_make_taps(const void *axis, float *weights);
