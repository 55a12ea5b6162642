#pragma once

#include "effects/blur/kernel.h"
#include "effects/effect.h"

struct gaussian_params {
    struct length sigma;
    float radius; // 0: auto
    int weights;  // enum kernel_weights
    int edge;     // enum edge
    int impl;
};

enum { GAUSSIAN_MAX_SIGMA = KERNEL_MAX_RADIUS / 3 };

// What the parameters mean for a picture of that height. kernel_sigma tells its true width, which
// an own radius makes less than sigma.
struct kernel gaussian_kernel(const struct gaussian_params *params, int height);
