#pragma once

#include "effects/blur/kernel.h"
#include "effects/effect_impl.h"

// effects/gaussian: the exact Gaussian blur and its parameters.
// One pass is shaders/gaussian/separable.glsl.

struct gaussian_params {
    struct length sigma;
    float radius; // 0: auto
    float reach;  // in sigmas
    int weights;  // enum kernel_weights
    int edge;     // enum edge
    float error;  // most error that `auto` may choose, per cent
    int group;    // 0: auto; else a place in GAUSSIAN_GROUPS, from 1 on
    int line;     // texels of a line that a group computes; 0: auto
    int impl;
};

// Sizes of the groups of compute shaders that compute one texel per invocation, in texels: all that
// N. Lisitsa timed (2022).
#define GAUSSIAN_GROUPS(X) \
    X(4, 4) \
    X(4, 8) \
    X(4, 16) \
    X(4, 32) \
    X(4, 64) \
    X(8, 8) \
    X(8, 16) \
    X(8, 32) \
    X(8, 64) \
    X(16, 16) \
    X(16, 32) \
    X(16, 64) \
    X(32, 32)

enum { GAUSSIAN_MAX_SIGMA = 250, GAUSSIAN_MIN_LINE = 4, GAUSSIAN_MAX_LINE = 256 };

// The default reach, in sigmas: the error of half floats is then larger than that of the cut. The
// taps of the largest sigma reach as far.
#define GAUSSIAN_DEFAULT_REACH 4.5f
_Static_assert(GAUSSIAN_MAX_SIGMA * 9 / 2 <= KERNEL_MAX_RADIUS, "taps for the default reach");
