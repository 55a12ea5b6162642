#pragma once

#include "effects/blur/sigma.h"
#include "effects/effect_impl.h"

// effects/mips: a blur by a high level of a mip map, as a baseline for the other blurs.

struct mips_params {
    struct length sigma;
    float level; // 0: auto
    int edge;    // enum edge
    int impl;
};

// Returns the construction for these parameters in a picture of that height, for the shaders and
// the reference alike.
struct sigma_mips mips_solve(const struct mips_params *params, int height);

// Returns the construction for a site.
struct sigma_mips mips_solve_site(const struct effect_site *site);
