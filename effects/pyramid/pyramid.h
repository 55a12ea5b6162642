#pragma once

#include "effects/blur/sigma.h"
#include "render/text/param.h"

struct effect_site;

// effects/pyramid: the pyramid blur, like the dual blur down to ever smaller images and up again,
// with wider filters. One step of each is shaders/pyramid/down.glsl and shaders/pyramid/up.glsl.

struct pyramid_params {
    struct length sigma;
    int levels; // 0: auto
    int kernel; // enum pyramid_kernel
    float scatter;
    int karis; // enum pyramid_karis
    int edge;  // enum edge
    int impl;
};

enum pyramid_kernel { PYRAMID_KERNEL_13TAP, PYRAMID_KERNEL_GAUSS5 };
enum pyramid_karis { PYRAMID_KARIS_NONE, PYRAMID_KARIS_PARTIAL };

// Returns the construction for these parameters in a picture of that height, for the shaders and
// the reference alike.
struct sigma_pyramid pyramid_solve(const struct pyramid_params *params, int height);

// For an implementation: the construction and the parameters for a site.
struct sigma_pyramid pyramid_solve_site(const struct effect_site *site);
const struct pyramid_params *pyramid_params_of(const struct effect_site *site);

// Returns true if bright texels weigh less in the first step down.
bool pyramid_uses_karis(const struct effect_site *site);
