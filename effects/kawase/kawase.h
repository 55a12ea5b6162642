#pragma once

#include "effects/blur/sigma.h"
#include "effects/effect.h"

struct kawase_params {
    struct length sigma;
    int passes;   // 0: auto
    int scale;    // 0: auto, 1: full, 2: half, ...
    float factor; // 0: auto
    int edge;     // enum edge
    int impl;
};

// What the parameters mean for a picture of that height, for the shaders and the reference alike.
struct sigma_kawase kawase_solve(const struct kawase_params *params, int height);
