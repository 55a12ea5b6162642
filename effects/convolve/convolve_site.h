#pragma once

#include "effects/convolve/convolve_kernel.h"

// What a site means to the implementations of a convolution.

static inline struct convolve_recipe convolve_site_recipe(const struct effect_site *site)
{
    struct convolve_recipe recipe;
    convolve_recipe_init(&recipe, site->params, site->file, effect_picture_height(site));
    return recipe;
}
