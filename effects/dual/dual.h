#pragma once

#include "effects/blur/sigma.h"
#include "effects/effect_impl.h"

// effects/dual: the dual blur, which goes down to ever smaller images and up again. One step of
// each is shaders/dual/down.glsl and shaders/dual/up.glsl.

struct dual_params {
    struct length sigma;
    int levels;   // 0: auto
    float offset; // 0: auto
    float scatter;
    int taps; // enum dual_taps
    int edge; // enum edge
    int impl;
};

enum dual_taps { DUAL_TAPS_TARGET, DUAL_TAPS_SOURCE, DUAL_TAPS_FAR };

// Returns the construction for these parameters in a picture of that height, for the shaders and
// the reference alike.
struct sigma_dual dual_solve(const struct dual_params *params, int height);

// Returns the construction for a site.
struct sigma_dual dual_solve_site(const struct effect_site *site);
