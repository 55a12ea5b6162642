// The box along columns and rows in one dispatch.

#include "effects/blur/strip_walk.h"
#include "effects/box/box_parts.h"

#include <stdio.h>

// What the shader is made of: the furthest that the threads beside a strip reach, rows of a turn,
// neighbours in a row that a thread averages. And the groups that an NVIDIA H200 runs at a time,
// three on each of its parts.
enum { MAX_REACH = 16, STEP = 8, CHUNK = 8, GROUPS = 396 };

// A wide box keeps so many texels in registers that only smaller groups run three at a time.
static struct strip_walk walk_of(const struct effect_site *site)
{
    const struct box box = box_of_call(site);
    const bool packed = box_is_packed(site);
    const int columns = !packed ? 64 : box.radius > 8 || box.end > 0 ? 96 : 128;
    return (struct strip_walk){
        .reach = box_reach(&box),
        .columns = columns,
        .threads = columns + 2 * MAX_REACH,
        .step = STEP,
        .groups = GROUPS,
        .packed = packed,
    };
}

void box_run_fused(const struct effect_call *call)
{
    const struct box box = box_of_call(&call->site);
    const struct strip_walk walk = walk_of(&call->site);
    const struct uniform uniforms[] = { U_FLOAT((float) box.end),
                                        U_FLOAT((float) (1 / box_total(&box))) };
    strip_run(call, &walk, call->programs[BOX_ROWS], uniforms, 2);
}

bool box_fits_fused(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct box box = box_of_call(site);
    if (!box_fits(site, why))
        return false;
    if (box.iterations > 1) {
        snprintf(why, EFFECT_WHY_SIZE, "one iteration is all it does, and iterations is %d",
                 box.iterations);
        return false;
    }
    if (box_reach(&box) > MAX_REACH) {
        snprintf(why, EFFECT_WHY_SIZE,
                 "the %d columns that it sums beside each strip are enough up to radius %d, and "
                 "this one is %.4g",
                 2 * MAX_REACH, MAX_REACH, box.radius + box.end);
        return false;
    }
    return true;
}

void box_cost_fused(const struct effect_site *site, struct cost *cost)
{
    const struct strip_walk walk = walk_of(site);
    const double chunks = (2.0 * walk.reach + 1) / CHUNK; // that a window is made of
    strip_cost(site, &walk, cost);
    cost->shared += box_texels(site) * (strip_columns(&walk) + 1 + chunks / CHUNK);
    cost->held += STEP * (walk.threads / CHUNK + 1) * 16.0;
}

void box_vary_fused(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct box box = box_of_call(site);
    const struct strip_walk walk = walk_of(site);
    const int end = strip_vary(site, &walk, (int) box_edge(site), defines);
    snprintf(defines + end, EFFECT_DEFINES_SIZE - (size_t) end, " RADIUS=%d", box.radius);
}
