#pragma once

#include "effects/blur/kernel.h"
#include "effects/effect.h"

// effects/gaussian: the exact Gaussian blur, its parameters, and the kernel that they ask for.

struct gaussian_params {
    struct length sigma;
    float radius; // 0: auto
    int weights;  // enum kernel_weights
    int edge;     // enum edge
    int impl;
};

enum { GAUSSIAN_MAX_SIGMA = KERNEL_MAX_RADIUS / 3 };

// The kernel that the parameters ask for in a picture of that height. Its width, kernel_sigma, is
// less than sigma where a radius is given by hand.
struct kernel gaussian_kernel(const struct gaussian_params *params, int height);
