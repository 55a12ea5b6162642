#pragma once

#include "effects/blur/sigma.h"
#include "effects/effect_impl.h"

// effects/kawase: Kawase's blur, a few passes of four diagonal taps with a growing reach.
// One pass is shaders/kawase/kawase.glsl.

struct kawase_params {
    struct length sigma;
    int passes;   // 0: auto
    int scale;    // 0: auto, 1: full, 2: half, ...
    float factor; // 0: auto
    int edge;     // enum edge
    int impl;
};

// Returns the construction for these parameters in a picture of that height, for the shaders and
// the reference alike.
struct sigma_kawase kawase_solve(const struct kawase_params *params, int height);

// Returns the construction for a site.
struct sigma_kawase kawase_solve_site(const struct effect_site *site);
