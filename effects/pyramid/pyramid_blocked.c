// The pyramid for GPUs on which dispatches and filtered reads take most of the time: two steps down
// in one dispatch, three if images are small, and all steps up in one. With scatter, one dispatch
// goes down to the deepest level and up to the finest one that keeps light.

#include "effects/effect_impl.h"
#include "effects/pyramid/pyramid_groups.h"

// Returns the finest level that keeps light. One dispatch makes all steps up from there.
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

// Returns true if more is mixed in than a level that fades in, which is only interpolated.
static bool scatters(const struct sigma_pyramid *pyramid)
{
    const int mixed = pyramid->levels - base_of(pyramid);
    return mixed > 1 || (mixed == 1 && pyramid->turn > 0);
}

// Returns the levels that keep light if scatters(); otherwise the deepest one alone.
static struct deep deep_of(const struct effect_site *site, const struct sigma_pyramid *pyramid)
{
    return pyramid_groups_deep(site, pyramid,
                               scatters(pyramid) ? base_of(pyramid) : pyramid->levels);
}

// Returns the number of steps of the dispatch that goes down from a level. It ends at the finest
// level that keeps light.
static int steps_down(const struct effect_site *site, const struct sigma_pyramid *pyramid,
                      int level)
{
    const int base = base_of(pyramid);
    return pyramid_groups_steps(site, level, level < base ? base : level + 1);
}

// ---- running

// Smooths the level from which the way up begins; into the output if that is the picture.
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

// Goes down to level `to`. Returns NULL for level 0, which is the call's input.
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

// Goes down to the deepest level. Keeps the level above it while the deepest fades in.
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

// Like go_round, for a blur whose levels keep light.
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

// ---- limits

static int shared_bytes(const struct effect_site *site)
{
    const struct sigma_pyramid pyramid = pyramid_solve_site(site);
    const struct pyramid_rise rise = rise_of(&pyramid);
    const struct deep deep = deep_of(site, &pyramid);
    return pyramid_groups_shared(site, &deep, &rise);
}

static void write_blocked_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct sigma_pyramid pyramid = pyramid_solve_site(site);
    const struct pyramid_rise rise = rise_of(&pyramid);
    const struct deep deep = deep_of(site, &pyramid);
    pyramid_groups_defines(site, &deep, &rise, defines);
}

static bool fits_blocked(const struct effect_site *site, struct error *why)
{
    return pyramid_params_of(site)->kernel == PYRAMID_KERNEL_13TAP ||
           error_set(why, "cs_blocked needs kernel=13tap");
}

// Returns true if only the passes down and the single one up read or write the picture, and the
// margin is a whole number of texels of the base level, so that rows and columns of the way up are
// those of a picture without a margin.
static bool handles_margin(const struct effect_site *site)
{
    const struct sigma_pyramid pyramid = pyramid_solve_site(site);
    const int base = base_of(&pyramid), texel = 1 << base;
    return base > 0 && !pyramid_uses_karis(site) && site->margin.x % texel == 0 &&
           site->margin.y % texel == 0;
}

const struct effect_impl pyramid_cs_blocked = {
    .name = "cs_blocked",
    .summary = "Several texels an invocation, two or three steps down a dispatch and all steps up "
               "in one, from shared memory; joins what comes before and after it",
    .origin = "this program",
    .fastest_on = "NVIDIA H200; llvmpipe, at sigma 16 (0.4.0)",
    .programs = EFFECT_PROGRAMS(PYRAMID_GROUPS),
    .write_defines = write_blocked_defines,
    .shared_bytes = shared_bytes,
    .fits = fits_blocked,
    .run = run_blocked,
    .handles_margin = handles_margin,
};
