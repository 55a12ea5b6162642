// The pyramid for GPUs on which dispatches and reads through the filter are what takes the time:
// two steps down in one dispatch, three where images are small, and all steps up in one. With
// scatter, one dispatch goes down to the deepest level and up to the finest one that keeps light.

#include "effects/pyramid/pyramid_groups.h"

#include <stdio.h>

static bool uses_karis(const struct effect_site *site)
{
    return pyramid_params_of(site)->karis == PYRAMID_KARIS_PARTIAL;
}

// The finest level that keeps light, from which on all steps up are one dispatch.
static int base_of(const struct sigma_pyramid *pyramid)
{
    int level = 0;
    while (level < pyramid->levels && pyramid->shares[level] == 1)
        level++;
    return level;
}

static struct pyramid_rise rise_of(const struct sigma_pyramid *pyramid)
{
    const int base = base_of(pyramid);
    return (struct pyramid_rise){ base, base == pyramid->levels ? pyramid->turn : 0.5 };
}

// Whether more is mixed than a level that fades in, which is only interpolated.
static bool scatters(const struct sigma_pyramid *pyramid)
{
    const int mixed = pyramid->levels - base_of(pyramid);
    return mixed > 1 || (mixed == 1 && pyramid->turn > 0);
}

// The levels that keep light, where more is mixed than a level that fades in.
static struct deep deep_of(const struct effect_site *site, const struct sigma_pyramid *pyramid)
{
    return pyramid_groups_deep(site, pyramid,
                               scatters(pyramid) ? base_of(pyramid) : pyramid->levels);
}

// How many steps the dispatch takes that goes down from a level. Where light is kept it ends.
static int steps_down(const struct effect_site *site, const struct sigma_pyramid *pyramid,
                      int level)
{
    const int base = base_of(pyramid);
    return pyramid_groups_steps(site, level, level < base ? base : level + 1);
}

// ---- running

// To the level where the way up begins; the output where that is the picture.
static const struct texture *turn_smooth(const struct effect_call *call,
                                         const struct sigma_pyramid *pyramid,
                                         const struct texture *kept, const struct texture *deepest)
{
    const int level = base_of(pyramid);
    if (level == pyramid->levels && pyramid->smooth == 0)
        return deepest;
    struct texture *to = level == 0 ? call->output : levels_acquire(call, level);
    pyramid_groups_smooth(call, pyramid, kept ? kept : deepest, kept ? deepest : NULL, to);
    levels_release(call, deepest);
    levels_release(call, kept);
    return to;
}

// Down to level `to`. NULL for level 0, the call's input.
static struct texture *go_down(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                               int to)
{
    const struct deep deep = deep_of(&call->site, pyramid);
    struct texture *at = NULL;
    for (int level = 0; level < to;) {
        const int steps = steps_down(&call->site, pyramid, level);
        struct texture *from = at;
        level += steps;
        at = pyramid_groups_down(call, &deep, from ? from : call->input, level, steps, NULL);
        levels_release(call, from);
    }
    return at;
}

// Down to the deepest level, of which the one above is kept while it fades in.
static const struct texture *go_round(const struct effect_call *call,
                                      const struct sigma_pyramid *pyramid)
{
    const struct deep deep = deep_of(&call->site, pyramid);
    const int base = base_of(pyramid);
    const struct texture *made = go_down(call, pyramid, base), *at = made ? made : call->input;
    if (base == pyramid->levels)
        return turn_smooth(call, pyramid, NULL, at);
    return turn_smooth(call, pyramid, at, pyramid_groups_down(call, &deep, at, base + 1, 1, NULL));
}

// The same with light that levels keep.
static const struct texture *go_round_scattering(const struct effect_call *call,
                                                 const struct sigma_pyramid *pyramid)
{
    const struct deep deep = deep_of(&call->site, pyramid);
    struct texture *kept[SIGMA_PYRAMID_LEVELS + 1] = { NULL };
    kept[deep.to] = go_down(call, pyramid, deep.to);
    const int lift = deep.from - deep.to;
    const struct texture *from = kept[deep.to];
    if (lift > 0)
        from = pyramid_groups_down(call, &deep, from, deep.from, lift, lift > 1 ? kept : NULL);
    const struct texture *to = pyramid_groups_round(call, pyramid, &deep, from, kept);
    levels_release(call, from);
    return to;
}

static void run_blocked(const struct effect_call *call)
{
    const struct sigma_pyramid pyramid = pyramid_solve_site(&call->site);
    const struct pyramid_rise rise = rise_of(&pyramid);
    const struct texture *from =
        scatters(&pyramid) ? go_round_scattering(call, &pyramid) : go_round(call, &pyramid);
    if (from == call->output)
        return;
    pyramid_groups_up(call, &rise, from);
    levels_release(call, from);
}

// ---- what it costs, and whether it can

// From the finest level that keeps light down and up to it.
static void cost_base(const struct effect_site *site, const struct deep *deep, struct cost *cost)
{
    const int lift = deep->from - deep->to;
    if (lift > 0)
        pyramid_groups_cost_down(site, deep, deep->from, lift, lift > 1, cost);
    deep_cost_round(site, deep, cost);
}

static void cost_blocked(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_pyramid pyramid = pyramid_solve_site(site);
    const struct pyramid_rise rise = rise_of(&pyramid);
    const struct deep deep = deep_of(site, &pyramid);
    const int to = scatters(&pyramid) ? deep.to : pyramid.levels;
    for (int level = 0; level < to;) {
        const int steps = steps_down(site, &pyramid, level);
        level += steps;
        pyramid_groups_cost_down(site, &deep, level, steps, false, cost);
    }
    if (scatters(&pyramid))
        cost_base(site, &deep, cost);
    else if (rise.level < pyramid.levels || pyramid.smooth > 0)
        pyramid_groups_cost_smooth(site, rise.level, rise.level < pyramid.levels, cost);
    if (rise.level > 0)
        pyramid_groups_cost_up(site, &rise, cost);
    cost->shared_bytes = pyramid_groups_shared(site, &deep, &rise);
}

static void vary_blocked(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct sigma_pyramid pyramid = pyramid_solve_site(site);
    const struct pyramid_rise rise = rise_of(&pyramid);
    const struct deep deep = deep_of(site, &pyramid);
    pyramid_groups_vary(site, &deep, &rise, defines);
}

static bool fits_blocked(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    if (pyramid_params_of(site)->kernel == PYRAMID_KERNEL_13TAP)
        return true;
    snprintf(why, EFFECT_WHY_SIZE, "cs_blocked needs kernel=13tap");
    return false;
}

static int output_program(const struct effect_site *site)
{
    const struct sigma_pyramid pyramid = pyramid_solve_site(site);
    if (base_of(&pyramid) > 0)
        return PYRAMID_UP_ALL;
    return pyramid.levels > 0 ? PYRAMID_SMOOTH_MIX : PYRAMID_SMOOTH_ONLY;
}

// Where several passes down and the one up alone meet the picture, and that one's rows and columns
// lie over texels as without a margin.
static bool takes_margin(const struct effect_site *site)
{
    const struct sigma_pyramid pyramid = pyramid_solve_site(site);
    const int base = base_of(&pyramid), texel = 1 << base;
    return base > 0 && !uses_karis(site) && site->margin.x % texel == 0 &&
           site->margin.y % texel == 0;
}

// A level that fades in below the picture itself reads that a second time.
static int input_program(const struct effect_site *site)
{
    const struct sigma_pyramid pyramid = pyramid_solve_site(site);
    if (pyramid.levels == 0 || uses_karis(site) || base_of(&pyramid) == 0)
        return -1;
    return steps_down(site, &pyramid, 0) == 2 ? PYRAMID_DOWN_TWICE : PYRAMID_DOWN_ONCE;
}

const struct effect_impl pyramid_cs_blocked = {
    .name = "cs_blocked",
    .summary = "Several texels an invocation, two or three steps down a dispatch and all steps up "
               "in one, from shared memory; joins what comes before and after it",
    .origin = "this program",
    .wins = "NVIDIA H200 and llvmpipe (0.2.0)",
    .programs = (const struct program_desc[]){ PYRAMID_GROUPS, { 0 } },
    .compute = true,
    .vary = vary_blocked,
    .cost = cost_blocked,
    .fits = fits_blocked,
    .run = run_blocked,
    .takes_margin = takes_margin,
    .input_program = input_program,
    .output_program = output_program,
};
