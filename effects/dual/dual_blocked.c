// The dual blur in few dispatches. A level that is only passed through is never stored: two steps
// down and two up go together, and the deepest levels go down and up in one. With scatter,
// levels keep light, so those above the deepest ones are stored on the way down.

#include "effects/dual/dual_twice.h"

#include <math.h>
#include <stdio.h>

enum { DOWN_BLOCKED = DUAL_TWICE_PROGRAMS, UP_BLOCKED }; // the last of the programs

// Whether so few levels are there that the picture's own steps run alone.
static bool is_small(const struct sigma_dual *dual)
{
    return dual->levels < 2 || (dual->levels == 2 && dual_keeps(dual, 1));
}

// Whether the picture itself keeps light, which is what no dispatch of two steps can mix in.
static bool is_stepped(const struct sigma_dual *dual)
{
    return dual->levels == 0 || dual_keeps(dual, 0);
}

// ---- one level, or two of which the second fades in

static const struct texture *start_small(const struct effect_call *call,
                                         const struct sigma_dual *dual)
{
    const enum edge edge = dual_edge(&call->site);
    struct texture *first =
        half_step_down_blocked(call, call->programs[DOWN_BLOCKED], edge, call->input);
    if (dual->levels == 1)
        return first;
    const struct texture *deepest = half_step_down(call, call->programs[DUAL_DOWN], edge, first, 1);
    struct texture *turned = dual_step_up(call, dual, 1, deepest, first, first);
    levels_release(call, deepest);
    return turned;
}

static void run_small(const struct effect_call *call, const struct sigma_dual *dual)
{
    const struct half_step_up step = {
        .program = call->programs[UP_BLOCKED],
        .edge = dual_edge(&call->site),
        .from = start_small(call, dual),
        .offset = dual->levels == 1 ? dual->deepest : dual->up,
        .to = call->output,
    };
    half_step_up_blocked(call, &step);
    levels_release(call, step.from);
}

static void cost_small(const struct effect_site *site, const struct sigma_dual *dual,
                       struct cost *cost)
{
    half_step_cost_down_blocked(site, 1, cost);
    half_step_cost_up_blocked(site, 0, cost);
    if (dual->levels == 1)
        return;
    half_step_cost_down(site, 2, cost);
    half_step_cost_up(site, 1, cost);
    cost->texels += levels_texels(site, 1);
}

// ---- more levels

// One to three steps further down, to level `to`.
static struct texture *step_down(const struct effect_call *call, const struct sigma_dual *dual,
                                 const struct texture *from, int to, int steps,
                                 struct dual_kept *kept)
{
    if (steps == 3)
        return dual_down_thrice(call, dual, from, to, kept);
    if (steps == 2)
        return dual_down_twice(call, dual, from, to, kept);
    return half_step_down(call, call->programs[DUAL_DOWN], dual_edge(&call->site), from, 1);
}

static const struct texture *go_down(const struct effect_call *call, const struct sigma_dual *dual,
                                     const struct dual_deep *deep, struct dual_kept *kept)
{
    const struct texture *from = call->input;
    for (int level = 0, to = 0; level < deep->from; level = to) {
        to = level < deep->to ? level + 2 : deep->from;
        struct texture *made = step_down(call, dual, from, to, to - level, kept);
        if (!dual_keeps(dual, level))
            levels_release(call, from);
        if (to < deep->from && dual_keeps(dual, to))
            kept->levels[to] = made;
        from = made;
    }
    return from;
}

static void run_large(const struct effect_call *call, const struct sigma_dual *dual)
{
    const struct dual_deep deep = dual_deep_of(dual);
    struct dual_kept kept = { { NULL } };
    const struct texture *from = go_down(call, dual, &deep, &kept);
    if (deep.from < dual->levels) {
        const struct texture *turned = dual_go_round(call, dual, from, &kept);
        levels_release(call, from);
        from = turned;
    }
    for (int level = deep.to - 2; level >= 0; level -= 2) {
        struct texture *to = level > 0 ? levels_acquire(call, level) : call->output;
        dual_up_twice(call, dual, level, from, to, &kept);
        levels_release(call, from);
        from = to;
    }
}

static void cost_large(const struct effect_site *site, const struct sigma_dual *dual,
                       struct cost *cost)
{
    const struct dual_deep deep = dual_deep_of(dual);
    const int lift = deep.from - deep.to;
    for (int i = 2; i <= deep.to; i += 2)
        dual_cost_down_twice(site, i, cost);
    if (lift == 1)
        half_step_cost_down(site, deep.from, cost);
    if (lift == 2)
        dual_cost_down_twice(site, deep.from, cost);
    if (lift == 3)
        dual_cost_down_thrice(site, deep.from, cost);
    if (deep.from < dual->levels)
        dual_cost_go_round(site, cost);
    for (int i = 0; i < deep.to; i += 2)
        dual_cost_up_twice(site, i, cost);
}

// ---- the whole

static void run_blocked(const struct effect_call *call)
{
    const struct sigma_dual dual = dual_solve_site(&call->site);
    if (is_stepped(&dual))
        dual_steps_run(call);
    else if (is_small(&dual))
        run_small(call, &dual);
    else
        run_large(call, &dual);
}

static void cost_blocked(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_dual dual = dual_solve_site(site);
    if (is_stepped(&dual))
        dual_steps_cost(site, cost);
    else if (is_small(&dual))
        cost_small(site, &dual, cost);
    else
        cost_large(site, &dual, cost);
    cost->shared_bytes = fmax(half_steps_shared(site), dual_twice_shared(site));
}

static bool fits_blocked(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    static const double furthest = 1.75; // taps on the way up beyond it see more than 17 texels
    const struct sigma_dual dual = dual_solve_site(site);
    if (dual.levels == 0 || (dual.down == 1 && fmax(dual.up, dual.deepest) <= furthest))
        return true;
    snprintf(why, EFFECT_WHY_SIZE,
             "cs_blocked needs the taps on the way down where they are published: taps=target, "
             "offset=auto or 1");
    return false;
}

// Where nothing is blocked, a level that fades in below the picture reads it a second time.
static int input_program(const struct effect_site *site)
{
    const struct sigma_dual dual = dual_solve_site(site);
    if (is_stepped(&dual))
        return -1;
    if (is_small(&dual))
        return DOWN_BLOCKED;
    return dual_keeps(&dual, 1) ? DUAL_DOWN_TWICE_KEEP : DUAL_DOWN_TWICE;
}

static int output_program(const struct effect_site *site)
{
    const struct sigma_dual dual = dual_solve_site(site);
    if (is_stepped(&dual))
        return -1;
    if (is_small(&dual))
        return UP_BLOCKED;
    return dual_keeps(&dual, 1) ? DUAL_UP_TWICE_MIX : DUAL_UP_TWICE;
}

// Whether it keeps light at more levels than the one above the deepest.
static bool scatters(const struct sigma_dual *dual)
{
    return dual->levels > 1 && dual_keeps(dual, dual->levels - 2);
}

// Further out than 1.25 the taps of a step up rest on more texels.
static void vary_blocked(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct sigma_dual dual = dual_solve_site(site);
    const bool is_wide = dual.up > 1.25 || dual.deepest > 1.25;
    int length = half_steps_vary(site, defines, EFFECT_DEFINES_SIZE);
    defines[length++] = ' ';
    length += dual_twice_vary(site, defines + length, (size_t) (EFFECT_DEFINES_SIZE - length));
    snprintf(defines + length, (size_t) (EFFECT_DEFINES_SIZE - length), "%s%s",
             is_wide ? " WIDE" : "", scatters(&dual) ? " SCATTERS" : "");
}

const struct effect_impl dual_cs_blocked = {
    .name = "cs_blocked",
    .summary = "Two steps down or up a dispatch, with the level between them in registers or "
               "shared memory, and the deepest levels in one",
    .origin = "this program",
    .wins = "NVIDIA H200",
    .programs =
        (const struct program_desc[]){
            DUAL_STEPS("comp"),
            DUAL_TWICE,
            [DOWN_BLOCKED] = HALF_STEP_DOWN_BLOCKED,
            [UP_BLOCKED] = HALF_STEP_UP_BLOCKED,
            { 0 },
        },
    .compute = true,
    .vary = vary_blocked,
    .cost = cost_blocked,
    .fits = fits_blocked,
    .run = run_blocked,
    .input_program = input_program,
    .output_program = output_program,
};
