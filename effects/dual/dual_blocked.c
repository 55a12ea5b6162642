// The dual blur in few dispatches. A level that is only an intermediate is never stored: two steps
// down and two up are one dispatch each, and the deepest levels go down and up in one. With
// scatter, levels keep light, so those above the deepest ones are stored on the way down.

#include "effects/blur/deep.h"
#include "effects/blur/half_twice.h"
#include "effects/dual/dual_steps.h"
#include "render/text/step_text.h"

#include <assert.h>

// Programs, after those of effects/dual/dual_steps.h.
enum {
    DOWN_TWICE = DUAL_STEP_PROGRAMS,
    DOWN_TWICE_KEEP,
    DOWN_THRICE,
    DOWN_THRICE_KEEP,
    ROUND,
    UP_TWICE,
    UP_TWICE_MIX,
    DOWN_BLOCKED,
    UP_BLOCKED,
};

// Returns true if the blur runs single steps: if it has no levels, or the picture itself keeps
// light, which no dispatch of two steps can mix in.
static bool is_stepped(const struct sigma_dual *dual)
{
    return dual->levels == 0 || dual_has_own_light(dual, 0);
}

// ---- one level

static void run_small(const struct effect_call *call, const struct sigma_dual *dual)
{
    const struct half_step_up step = {
        .program = call->programs[UP_BLOCKED],
        .from = half_step_down_blocked(call, call->programs[DOWN_BLOCKED], call->input),
        .offset = dual->deepest,
        .to = call->output,
    };
    half_step_up_blocked(call, &step);
    levels_release(call, step.from);
}

// ---- more levels

// Scatter keeps light on the SIGMA_SCATTER_OCTAVES levels above the deepest and on no other. The
// deep steps take at least these, so no step up after them adds light.
static_assert((int) DEEP_MAX_STEPS > (int) SIGMA_SCATTER_OCTAVES,
              "a level that a step up ends at keeps light");

// Returns the deepest levels. The level that comes out has an even number. A blur with up to two
// levels has no deep steps.
static struct deep deep_of(const struct effect_site *site, const struct sigma_dual *dual)
{
    const int levels = dual->levels;
    struct deep deep = {
        .levels = levels,
        .to = levels < 3 ? levels : 2,
        .down_reach = 1,
        .edge = effect_edge(site),
        .has_floats = site->format == FORMAT_RGBA32F,
    };
    while (levels - deep.to > DEEP_MAX_STEPS)
        deep.to += 2;
    deep.from = deep_from(levels, deep.to);
    return deep;
}

// Makes one to three steps down, to level `to`.
static struct texture *step_down(const struct effect_call *call, const struct sigma_dual *dual,
                                 const struct deep *deep, const struct texture *from, int to,
                                 int steps, struct texture *kept[])
{
    const bool keeps =
        dual_has_own_light(dual, to - 1) || (steps == 3 && dual_has_own_light(dual, to - 2));
    if (steps == 3)
        return deep_down(call, call->programs[keeps ? DOWN_THRICE_KEEP : DOWN_THRICE], deep, from,
                         to, steps, keeps ? kept : NULL);
    if (steps == 2)
        return half_down_twice(call, call->programs[keeps ? DOWN_TWICE_KEEP : DOWN_TWICE], from, to,
                               keeps ? &kept[to - 1] : NULL);
    return half_step_down(call, call->programs[DUAL_DOWN], from, 1);
}

static void run_large(const struct effect_call *call, const struct sigma_dual *dual)
{
    const struct deep deep = deep_of(&call->site, dual);
    struct texture *kept[SIGMA_DUAL_LEVELS] = { NULL };
    const struct texture *from = call->input;
    for (int level = 0, to = 0; level < deep.from; level = to) {
        to = level < deep.to ? level + 2 : deep.from;
        struct texture *made = step_down(call, dual, &deep, from, to, to - level, kept);
        if (!dual_has_own_light(dual, level))
            levels_release(call, from);
        if (to < deep.from && dual_has_own_light(dual, to))
            kept[to] = made;
        from = made;
    }
    if (deep.from < dual->levels) {
        struct deep_round round = { call->programs[ROUND], &deep, from, kept, { 0 }, { 0 }, { 0 } };
        for (int i = 0; i < DEEP_MAX_STEPS && deep.to + i < dual->levels; i++) {
            const int level = deep.to + i;
            half_step_make_weights(dual_offset_out_of(dual, level + 1), from,
                                   round.weights + i * HALF_STEP_WEIGHTS);
            round.shares[i] = (float) dual->shares[level];
        }
        from = deep_go_round(call, &round);
        levels_release(call, round.from);
    }
    for (int level = deep.to - 2; level >= 0; level -= 2) {
        struct texture *to = level > 0 ? levels_acquire(call, level) : call->output;
        assert(!dual_has_own_light(dual, level));
        const bool mixes = dual_has_own_light(dual, level + 1);
        const struct half_up_twice step = {
            .program = call->programs[mixes ? UP_TWICE_MIX : UP_TWICE],
            .from = from,
            .offset = dual_offset_out_of(dual, level + 2),
            .between_offset = dual->up,
            .between = mixes ? kept[level + 1] : NULL,
            .share = dual->shares[level + 1],
            .to = to,
        };
        half_up_twice(call, &step);
        levels_release(call, kept[level + 1]);
        levels_release(call, from);
        from = to;
    }
}

// ---- the implementation

static void run_blocked(const struct effect_call *call)
{
    const struct sigma_dual dual = dual_solve_site(&call->site);
    if (is_stepped(&dual))
        dual_plain_run(call);
    else if (dual.levels == 1)
        run_small(call, &dual);
    else
        run_large(call, &dual);
}

static bool handles_margin(const struct effect_site *site)
{
    const struct sigma_dual dual = dual_solve_site(site);
    return !is_stepped(&dual);
}

static int shared_bytes(const struct effect_site *site)
{
    const struct sigma_dual dual = dual_solve_site(site);
    const struct deep deep = deep_of(site, &dual);
    const int steps = half_twice_shared(site), all = deep_shared(&deep);
    return steps > all ? steps : all;
}

static void write_blocked_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct sigma_dual dual = dual_solve_site(site);
    const struct deep deep = deep_of(site, &dual);
    // More levels than the one above the deepest keep light.
    const bool scatters = dual.levels > 1 && dual_has_own_light(&dual, dual.levels - 2);
    half_twice_defines(site, defines);
    deep_defines(&deep, defines);
    dual_taps_defines(site, defines);
    step_writef(defines, "%s", scatters ? " SCATTERS" : "");
}

const struct effect_impl dual_cs_blocked = {
    .name = "cs_blocked",
    .summary = "Two steps down or up a dispatch, with the level between them in registers or "
               "shared memory, and the deepest levels in one",
    .origin = "this program",
    .fastest_on = "NVIDIA H200 (0.4.0)",
    .programs = EFFECT_PROGRAMS(
        DUAL_STEPS("comp"), [DOWN_TWICE] = HALF_DOWN_TWICE,
        [DOWN_TWICE_KEEP] = HALF_DOWN_TWICE_KEEP, [DOWN_THRICE] = DEEP_DOWN(3),
        [DOWN_THRICE_KEEP] = DEEP_DOWN_KEEP(3), [ROUND] = DEEP_ROUND, [UP_TWICE] = HALF_UP_TWICE,
        [UP_TWICE_MIX] = HALF_UP_TWICE_MIX, [DOWN_BLOCKED] = HALF_STEP_DOWN_BLOCKED,
        [UP_BLOCKED] = HALF_STEP_UP_BLOCKED),
    .write_defines = write_blocked_defines,
    .shared_bytes = shared_bytes,
    .fits = dual_taps_fit,
    .run = run_blocked,
    .handles_margin = handles_margin,
};
