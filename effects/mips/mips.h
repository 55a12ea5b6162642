#pragma once

#include "effects/blur/sigma.h"
#include "effects/effect.h"

struct mips_params {
    struct length sigma;
    float level; // 0: auto
    int edge;    // enum edge
    int impl;
};

// What the parameters mean for a picture of that height, for the shaders and the reference alike.
struct sigma_mips mips_solve(const struct mips_params *params, int height);
