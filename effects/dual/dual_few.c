// The dual filter in few dispatches. A level that is only passed through is never stored: two steps
// down and two up go together, and the deepest levels go down and up in one. Of levels that keep
// light those above the deepest two are stored on the way down.

#include "effects/dual/dual_parts.h"
#include "render/divide.h"

#include <math.h>
#include <stdio.h>

enum { SUBGROUP = 32 }; // in whose halves dual_up_twice.comp swaps texels

// What a group makes in dual_down_twice.comp, dual_middle.comp and dual_up_twice.comp.
enum { WALK_WIDTH = 30, MIDDLE_TILE = 32, UP_WIDTH = 64, UP_HEIGHT = 64, UP_ROWS = 8 };

// ---- passes

// Rows of the output in a strip: long ones read fewer texels twice, short ones keep more of a GPU
// busy. As many groups as an H200 has at a time, which with a joined run are some more turns of
// fewer: a last turn of a few groups takes as long as a full one.
static int walk_rows(const struct texture *to, bool is_joined)
{
    const int strips = divide_up(to->width, WALK_WIDTH);
    const int rows = strips * to->height / (is_joined ? 1700 : 1400);
    return rows < 2 ? 2 : rows > 16 ? 16 : rows;
}

// Levels that were stored on the way down, from level 1 on. NULL: it was not.
struct kept {
    struct texture *levels[SIGMA_DUAL_LEVELS];
};

// From level - 2 to `level`. Where the level between keeps light, that is stored.
static struct texture *down_twice(const struct effect_call *call, const struct sigma_dual *dual,
                                  const struct texture *from, int level, struct kept *kept)
{
    struct texture *to = dual_level(call, level);
    const bool keeps = dual_keeps(dual, level - 1);
    const bool is_joined = from == call->input && call->before;
    const int rows = walk_rows(to, is_joined);
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "down %dx%d", to->width, to->height);
    struct pass pass = {
        .label = label,
        .program = call->programs[keeps ? DUAL_DOWN_TWICE_KEEP : DUAL_DOWN_TWICE],
        .inputs = { { from, FILTER_LINEAR, dual_edge(&call->site) } },
        .output = to,
        .uniforms = { dual_sizes(from, to), U_INT(rows) },
        .groups = { divide_up(to->width, WALK_WIDTH), divide_up(to->height, rows) },
    };
    if (keeps) {
        kept->levels[level - 1] = dual_level(call, level - 1);
        pass.images[0] = (struct pass_image){ .target = kept->levels[level - 1] };
    }
    if (is_joined) {
        effect_join(call->before, &pass);
        pass.inputs[0].filter = FILTER_NEAREST;
    }
    pass_run(call->gpu, &pass);
    return to;
}

static double share_of(const struct sigma_dual *dual, int level)
{
    return level < dual->levels ? dual->shares[level] : 1;
}

// Of the levels from `level` on.
static struct texture *go_round(const struct effect_call *call, const struct sigma_dual *dual,
                                int level, const struct texture *from)
{
    const int levels = dual->levels - level;
    struct texture *to =
        texture_pool_acquire(&call->gpu->pool, from->width, from->height, call->site.format);
    float weights[2 * DUAL_WEIGHTS];
    char label[GPU_SCOPE_NAME_SIZE];
    dual_make_weights(levels == 1 ? dual->deepest : dual->up, to, weights);
    dual_make_weights(dual->deepest, to, weights + DUAL_WEIGHTS);
    snprintf(label, sizeof(label), "down and up %dx%d", to->width, to->height);
    struct pass pass = {
        .label = label,
        .program = call->programs[levels == 1 ? DUAL_MIDDLE_ONCE : DUAL_MIDDLE_TWICE],
        .inputs = { { from, FILTER_LINEAR, dual_edge(&call->site) } },
        .output = to,
        .uniforms = { U_FLOAT_ARRAY(DUAL_WEIGHTS * levels, weights) },
        .groups = { divide_up(to->width, MIDDLE_TILE), divide_up(to->height, MIDDLE_TILE) },
    };
    pass.uniforms[30] = (struct uniform) U_VEC2((float) to->width, (float) to->height);
    pass.uniforms[31] =
        (struct uniform) U_VEC2((float) dual->shares[level], (float) share_of(dual, level + 1));
    pass_run(call->gpu, &pass);
    return to;
}

// The level between, and `level` too where that keeps light.
static void mix_in(const struct effect_call *call, const struct sigma_dual *dual, int level,
                   const struct kept *kept, struct pass *pass)
{
    const bool both = dual_keeps(dual, level);
    pass->program = call->programs[both ? DUAL_UP_TWICE_MIX_BOTH : DUAL_UP_TWICE_MIX];
    pass->inputs[1] = (struct pass_input){ kept->levels[level + 1] };
    pass->inputs[2] = (struct pass_input){ kept->levels[level] };
    pass->uniforms[2 * DUAL_WEIGHTS + 2] =
        (struct uniform) U_VEC2((float) dual->shares[level], (float) dual->shares[level + 1]);
}

static void release(const struct effect_call *call, struct texture *texture)
{
    if (texture)
        texture_pool_release(&call->gpu->pool, texture);
}

static void set_weights(const struct sigma_dual *dual, int level, const struct texture *to,
                        float weights[2 * DUAL_WEIGHTS])
{
    dual_make_weights(dual->up, to, weights);
    dual_make_weights(level + 2 == dual->levels ? dual->deepest : dual->up, to,
                      weights + DUAL_WEIGHTS);
}

// To `level`. Levels that it mixes in are given back.
static void up_twice(const struct effect_call *call, const struct sigma_dual *dual, int level,
                     const struct texture *from, struct texture *to, struct kept *kept)
{
    float weights[2 * DUAL_WEIGHTS];
    char label[GPU_SCOPE_NAME_SIZE];
    set_weights(dual, level, to, weights);
    snprintf(label, sizeof(label), "up %dx%d", to->width, to->height);
    struct pass pass = {
        .label = label,
        .program = call->programs[DUAL_UP_TWICE],
        .inputs = { { from, FILTER_NEAREST, dual_edge(&call->site) } },
        .output = to,
        .uniforms = { U_FLOAT_ARRAY(2 * DUAL_WEIGHTS, weights) },
        .groups = { divide_up(to->width, UP_WIDTH), divide_up(to->height, UP_HEIGHT) },
    };
    pass.uniforms[2 * DUAL_WEIGHTS] = dual_sizes(from, to);
    pass.uniforms[2 * DUAL_WEIGHTS + 1] = (struct uniform) U_INT(UP_ROWS);
    if (dual_keeps(dual, level + 1))
        mix_in(call, dual, level, kept, &pass);
    if (to == call->output)
        effect_join(call->after, &pass);
    pass_run(call->gpu, &pass);
    release(call, kept->levels[level]);
    release(call, kept->levels[level + 1]);
}

// ---- the whole

// The level down to which two steps go together, and from which on all others do. 0: there are too
// few levels for that.
static int middle_of(const struct sigma_dual *dual)
{
    if (dual->levels == 2)
        return dual_keeps(dual, 1) ? 0 : 2;
    return (dual->levels - 1) / 2 * 2;
}

static bool is_stepped(const struct sigma_dual *dual)
{
    return dual->levels == 0 || dual_keeps(dual, 0);
}

// One step, or two of which the second fades in, and up again but for the last step.
static const struct texture *start_small(const struct effect_call *call,
                                         const struct sigma_dual *dual)
{
    const enum edge edge = dual_edge(&call->site);
    struct texture *first =
        dual_down_blocked(call, call->programs[DUAL_DOWN_BLOCKED], edge, call->input);
    if (dual->levels == 1)
        return first;
    const struct texture *deepest = dual_down(call, call->programs[DUAL_DOWN], edge, first, 1);
    struct texture *turned = dual_step_up(call, dual, 1, deepest, first, first);
    texture_pool_release(&call->gpu->pool, deepest);
    return turned;
}

static void run_small(const struct effect_call *call, const struct sigma_dual *dual)
{
    const struct texture *from = start_small(call, dual);
    dual_up_blocked(call, call->programs[DUAL_UP_BLOCKED], dual_edge(&call->site), from,
                    call->output, dual->levels == 1 ? dual->deepest : dual->up);
    texture_pool_release(&call->gpu->pool, from);
}

static const struct texture *go_down(const struct effect_call *call, const struct sigma_dual *dual,
                                     struct kept *kept)
{
    const int middle = middle_of(dual);
    const struct texture *from = call->input;
    for (int level = 2; level <= middle; level += 2) {
        struct texture *to = down_twice(call, dual, from, level, kept);
        if (from != call->input && !dual_keeps(dual, level - 2))
            texture_pool_release(&call->gpu->pool, from);
        if (level < middle && dual_keeps(dual, level))
            kept->levels[level] = to;
        from = to;
    }
    return from;
}

void dual_run_blocked(const struct effect_call *call)
{
    const struct sigma_dual dual =
        dual_solve(call->site.params, effect_picture_height(&call->site));
    const int middle = middle_of(&dual);
    struct kept kept = { { NULL } };
    if (is_stepped(&dual)) {
        dual_run_steps(call);
        return;
    }
    if (middle == 0) {
        run_small(call, &dual);
        return;
    }
    const struct texture *from = go_down(call, &dual, &kept);
    if (middle < dual.levels) {
        const struct texture *turned = go_round(call, &dual, middle, from);
        texture_pool_release(&call->gpu->pool, from);
        from = turned;
    }
    for (int level = middle - 2; level >= 0; level -= 2) {
        struct texture *to = level > 0 ? dual_level(call, level) : call->output;
        up_twice(call, &dual, level, from, to, &kept);
        texture_pool_release(&call->gpu->pool, from);
        from = to;
    }
}

// ---- what it costs, and whether it can

static void cost_down_twice(const struct effect_site *site, int level, struct cost *cost)
{
    const double texels = dual_texels(site, level);
    cost->bilinear += 8 * 1.2 * texels;
    cost->shared += 12 * 1.2 * texels;
    cost->held = fmax(cost->held, 16 * (4 * 64 + 2 * 65));
    cost->stores += texels;
    cost->passes++;
}

// Of a texel in shared memory.
static int held_bytes(const struct effect_site *site)
{
    return site->format == FORMAT_RGBA32F ? 16 : 8;
}

static void cost_middle(const struct effect_site *site, int level, int levels, struct cost *cost)
{
    const double texels = dual_texels(site, level);
    const double down = levels == 2 ? 30. * 30 / (32 * 32) : 20. * 20 / (32 * 32);
    cost->bilinear += 5 * down * texels;
    cost->shared += (8 + (levels == 2 ? (16 * 14. * 14 + 8 * 20 * 20) / (32 * 32) : 0)) * texels;
    cost->held = fmax(cost->held, (levels == 2 ? 30 * 30 + 14 * 14 : 20 * 20) * held_bytes(site));
    cost->stores += texels;
    cost->passes++;
}

static void cost_up_twice(const struct effect_site *site, int level, struct cost *cost)
{
    const double texels = dual_texels(site, level);
    const double between = 36. * 36 / (64 * 64);
    cost->texels += 22. * 22 / (64 * 64) * texels;
    cost->shared += (3 + 4 * between) * texels;
    cost->held = fmax(cost->held, (22 * 22 + 36 * 36) * held_bytes(site));
    cost->stores += texels;
    cost->passes++;
}

static void cost_small(const struct effect_site *site, const struct sigma_dual *dual,
                       struct cost *cost)
{
    dual_cost_down_blocked(site, 1, cost);
    dual_cost_up_blocked(site, 0, cost);
    if (dual->levels == 1)
        return;
    cost->texels += dual_texels(site, 1);
    cost->bilinear += 5 * dual_texels(site, 2) + 8 * dual_texels(site, 1);
    cost->stores += dual_texels(site, 2) + dual_texels(site, 1);
    cost->passes += 2;
}

void dual_cost_blocked(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_dual dual = dual_solve(site->params, effect_picture_height(site));
    const int middle = middle_of(&dual);
    if (is_stepped(&dual))
        dual_cost_steps(site, cost);
    else if (middle == 0)
        cost_small(site, &dual, cost);
    for (int i = 2; i <= middle; i += 2)
        cost_down_twice(site, i, cost);
    if (middle > 0 && middle < dual.levels)
        cost_middle(site, middle, dual.levels - middle, cost);
    for (int i = 0; i < middle; i += 2)
        cost_up_twice(site, i, cost);
}

bool dual_fits_blocked(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct sigma_dual dual = dual_solve(site->params, effect_picture_height(site));
    if (dual.levels > 0 && dual.down != 1) {
        snprintf(why, EFFECT_WHY_SIZE,
                 "blocked needs the taps on the way down where they are published: taps=target, "
                 "offset=auto or 1");
        return false;
    }
    return true;
}

// Where nothing is blocked, a level that fades in below the picture reads it a second time.
int dual_input_program(const struct effect_site *site)
{
    const struct sigma_dual dual = dual_solve(site->params, effect_picture_height(site));
    if (is_stepped(&dual))
        return -1;
    if (middle_of(&dual) == 0)
        return DUAL_DOWN_BLOCKED;
    return dual_keeps(&dual, 1) ? DUAL_DOWN_TWICE_KEEP : DUAL_DOWN_TWICE;
}

int dual_output_program(const struct effect_site *site)
{
    const struct sigma_dual dual = dual_solve(site->params, effect_picture_height(site));
    if (is_stepped(&dual))
        return -1;
    if (middle_of(&dual) == 0)
        return DUAL_UP_BLOCKED;
    return dual_keeps(&dual, 1) ? DUAL_UP_TWICE_MIX : DUAL_UP_TWICE;
}

// Whether it keeps light at more levels than the one above the deepest.
static bool scatters(const struct sigma_dual *dual)
{
    return dual->levels > 1 && dual_keeps(dual, dual->levels - 2);
}

// Half floats hold what the images between the steps do, except those of 32 bits. Further out than
// 1.25 the taps of a step up rest on more texels.
void dual_vary_blocked(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct sigma_dual dual = dual_solve(site->params, effect_picture_height(site));
    const bool is_wide = dual.up > 1.25 || dual.deepest > 1.25;
    snprintf(defines, EFFECT_DEFINES_SIZE, "EDGE=%d%s%s%s%s", (int) dual_edge(site),
             site->info->shuffles == SUBGROUP ? " SHUFFLES" : "",
             site->format == FORMAT_RGBA32F ? "" : " HALVES", is_wide ? " WIDE" : "",
             scatters(&dual) ? " SCATTERS" : "");
}

const struct program_desc dual_blocked_programs[] = {
    [DUAL_DOWN] = { .file = "dual/dual.comp", .defines = "DOWN" },
    [DUAL_UP] = { .file = "dual/dual.comp", .defines = "UP" },
    [DUAL_UP_MIX] = { .file = "dual/dual.comp", .defines = "UP MIX" },
    [DUAL_COPY] = { .file = "dual/dual.comp", .defines = "COPY" },
    [DUAL_DOWN_BLOCKED] = { .file = "dual/dual_blocked_down.comp" },
    [DUAL_DOWN_TWICE] = { .file = "dual/dual_down_twice.comp" },
    [DUAL_DOWN_TWICE_KEEP] = { .file = "dual/dual_down_twice.comp", .defines = "KEEP" },
    [DUAL_MIDDLE_ONCE] = { .file = "dual/dual_middle.comp", .defines = "LEVELS=1" },
    [DUAL_MIDDLE_TWICE] = { .file = "dual/dual_middle.comp", .defines = "LEVELS=2" },
    [DUAL_UP_TWICE] = { .file = "dual/dual_up_twice.comp" },
    [DUAL_UP_TWICE_MIX] = { .file = "dual/dual_up_twice.comp", .defines = "MIX=1" },
    [DUAL_UP_TWICE_MIX_BOTH] = { .file = "dual/dual_up_twice.comp", .defines = "MIX=2" },
    [DUAL_UP_BLOCKED] = { .file = "dual/dual_blocked_up.comp" },
    { 0 },
};
