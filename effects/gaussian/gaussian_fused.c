// The Gaussian along columns and rows in one dispatch (cs_fused).

#include "effects/blur/strip_walk.h"
#include "effects/gaussian/gaussian_parts.h"

#include <stdio.h>

// Up to where a column fits into registers; what the shader is made of: rows of a turn, neighbours
// in a row that a thread makes.
enum { MAX_RADIUS = 16, STEP = 4, CHUNK = 4 };

// The kernels up to which small groups do, whose members wait for few others. Of a wider one more
// is left beside a strip, so that strips are wider. And how many groups an NVIDIA H200 runs at a
// time.
enum { NARROW = 8, SMALL_GROUP = 128, SMALL_GROUPS = 660, LARGE_GROUP = 256, LARGE_GROUPS = 264 };

static struct strip_walk walk_of(const struct effect_site *site)
{
    const int reach = gaussian_class_of(site);
    const bool narrow = reach <= NARROW;
    const int threads = narrow ? SMALL_GROUP : LARGE_GROUP, left = threads - 2 * reach;
    return (struct strip_walk){
        .reach = reach,
        .columns = left > 8 ? left / 8 * 8 : 8, // whole lines of what a store fills
        .threads = threads,
        .step = STEP,
        .groups = narrow ? SMALL_GROUPS : LARGE_GROUPS,
        .packed = strip_is_half(site->format),
        .whole = true,
    };
}

void gaussian_run_fused(const struct effect_call *call)
{
    const struct kernel kernel = gaussian_kernel(call->site.params, call->site.height);
    const struct strip_walk walk = walk_of(&call->site);
    const struct uniform weights = U_FLOAT_ARRAY(walk.reach + 1, kernel.weights);
    strip_run(call, &walk, call->programs[0], &weights, 1);
}

bool gaussian_fits_fused(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const int radius = gaussian_radius_of(site);
    if (radius <= MAX_RADIUS)
        return true;
    snprintf(why, EFFECT_WHY_SIZE,
             "what it holds of a column fits into registers up to radius %d, and this one is %d",
             MAX_RADIUS, radius);
    return false;
}

void gaussian_cost_fused(const struct effect_site *site, struct cost *cost)
{
    const struct strip_walk walk = walk_of(site);
    const double texels = (double) site->width * site->height, reach = 2 * walk.reach;
    const double floats = 2; // in reads of 8 bytes
    strip_cost(site, &walk, cost);
    cost->shared += texels * (1 + floats * (1 + reach / CHUNK));
    cost->sums += texels * (reach + 1) * (strip_columns(&walk) + 1);
}

void gaussian_vary_fused(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct gaussian_params *p = site->params;
    const struct strip_walk walk = walk_of(site);
    strip_vary(site, &walk, p->edge, defines);
}
