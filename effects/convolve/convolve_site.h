#pragma once

#include "effects/convolve/convolve_kernel.h"
#include "effects/effect_impl.h"

// Returns the recipe of the kernel that a site's parameters and file give.

static inline struct convolve_recipe convolve_site_recipe(const struct effect_site *site)
{
    struct convolve_recipe recipe;
    convolve_recipe_init(&recipe, site->params, site->file, effect_picture_height(site));
    return recipe;
}
