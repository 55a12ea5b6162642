// The pyramid for GPUs on which dispatches and reads through the filter are what takes the time:
// two steps down in one dispatch, all steps up but two in one, and the last two in one.

#include "effects/dual.h"
#include "effects/pyramid_parts.h"

#include <math.h>
#include <stdio.h>

// Texels of the output in a group's part, and of the first level under what an invocation ends
// with.
enum { TILE_MIDDLE = 30, LAST_WIDTH = 120, LAST_HEIGHT = 32, LAST_ROWS = 8 };
enum { WIDTH_ONCE = 62, WIDTH_TWICE = 29 };

// On the way down: as many groups as run at once on a large GPU, in strips not so short that what
// two read weighs much.
enum { GROUPS_WANTED = 1536, LEAST_ROWS = 4 };

const struct program_desc pyramid_blocked_programs[] = {
    [PYRAMID_DOWN] = { .file = "pyramid.comp", .defines = "DOWN" },
    [PYRAMID_DOWN_KARIS] = { .file = "pyramid.comp", .defines = "DOWN KARIS" },
    [PYRAMID_UP] = { .file = "pyramid.comp", .defines = "UP" },
    [PYRAMID_UP_MIX] = { .file = "pyramid.comp", .defines = "UP MIX" },
    [PYRAMID_COPY] = { .file = "dual.comp", .defines = "COPY" },
    [PYRAMID_SMOOTH] = { .file = "pyramid.comp", .defines = "SMOOTH" },
    [PYRAMID_DOWN_ONCE] = { .file = "pyramid_down.comp", .defines = "LEVELS=1" },
    [PYRAMID_DOWN_TWICE] = { .file = "pyramid_down.comp", .defines = "LEVELS=2" },
    [PYRAMID_MIDDLE] = { .file = "pyramid_middle.comp" },
    [PYRAMID_LAST] = { .file = "pyramid_last.comp" },
    { 0 },
};

static const struct pyramid_params *params_of(const struct effect_call *call)
{
    return call->params;
}

static int groups_for(int texels, int tile)
{
    return (texels + tile - 1) / tile;
}

// How many steps the dispatch takes that goes down from a level. A level that is kept is stored.
static int steps_down(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                      int level)
{
    const bool is_wary = level == 0 && params_of(call)->karis == PYRAMID_KARIS_PARTIAL;
    const bool is_kept = level + 1 == sigma_pyramid_smoothed(pyramid);
    return level + 2 > pyramid->levels || is_wary || is_kept ? 1 : 2;
}

// An even number.
static int rows_of_strip(int height, int strips)
{
    const int rows = groups_for(strips * height, 2 * GROUPS_WANTED) * 2;
    return rows > LEAST_ROWS ? rows : LEAST_ROWS;
}

// To level `level`, over `steps` steps.
static struct texture *go_down(const struct effect_call *call, const struct texture *from,
                               int level, int steps)
{
    if (level == 1 && params_of(call)->karis == PYRAMID_KARIS_PARTIAL)
        return pyramid_down(call, from, level);
    struct texture *to = dual_level(call, level);
    const int strips = groups_for(to->width, steps == 2 ? WIDTH_TWICE : WIDTH_ONCE);
    const int rows = rows_of_strip(to->height, strips);
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "down %dx%d", to->width, to->height);
    struct pass pass = {
        .label = label,
        .program = call->programs[steps == 2 ? PYRAMID_DOWN_TWICE : PYRAMID_DOWN_ONCE],
        .inputs = { { from, FILTER_LINEAR, (enum edge) params_of(call)->edge } },
        .output = to,
        .uniforms = { U_VEC4((float) from->width, (float) from->height, (float) to->width,
                             (float) to->height),
                      U_INT(steps == 2 ? rows + 2 : rows / 2) },
        .groups = { strips, groups_for(to->height, rows) },
    };
    if (from == call->input)
        effect_join(call->before, &pass);
    pass_run(call->gpu, &pass);
    return to;
}

static void release(const struct effect_call *call, const struct texture *texture)
{
    if (texture && texture != call->input)
        texture_pool_release(&call->gpu->pool, texture);
}

// The deepest level and, while that one fades in, the one above it.
struct ends {
    const struct texture *deepest, *kept; // NULL: nothing is kept
};

static struct ends go_down_all(const struct effect_call *call, const struct sigma_pyramid *pyramid)
{
    const int smoothed = sigma_pyramid_smoothed(pyramid);
    struct ends ends = { .deepest = call->input };
    for (int level = 0; level < pyramid->levels;) {
        const int steps = steps_down(call, pyramid, level);
        const struct texture *from = ends.deepest;
        if (level == smoothed)
            ends.kept = from;
        level += steps;
        ends.deepest = go_down(call, from, level, steps);
        if (from != ends.kept)
            release(call, from);
    }
    if (pyramid->smooth > 0) {
        const struct texture **to = ends.kept ? &ends.kept : &ends.deepest;
        *to = pyramid_smooth(call, pyramid, *to, dual_level(call, smoothed));
    }
    return ends;
}

// What both programs of the way up are told.
static struct pass describe_up(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                               const struct ends *ends)
{
    const struct sigma_pyramid_taps taps = sigma_pyramid_up_taps(pyramid, pyramid->levels - 1);
    return (struct pass){
        .inputs = { { ends->deepest, FILTER_NEAREST, EDGE_CLAMP },
                    { ends->kept, FILTER_NEAREST, EDGE_CLAMP } },
        .uniforms = { U_INT(pyramid->levels), U_FLOAT((float) pyramid->shares[pyramid->levels - 1]),
                      U_VEC2((float) taps.weights[0], (float) taps.weights[1]),
                      U_VEC2((float) call->width, (float) call->height) },
    };
}

// To the second level, with one more texel on every side. On loan from the pool.
static struct texture *go_up_to_second(const struct effect_call *call,
                                       const struct sigma_pyramid *pyramid, const struct ends *ends)
{
    const int width = dual_halved(call->width, 2) + 2, height = dual_halved(call->height, 2) + 2;
    struct pass pass = describe_up(call, pyramid, ends);
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "up %dx%d", width, height);
    pass.label = label;
    pass.program = call->programs[PYRAMID_MIDDLE];
    pass.output = texture_pool_acquire(&call->gpu->pool, width, height, call->format);
    pass.groups[0] = groups_for(width, TILE_MIDDLE);
    pass.groups[1] = groups_for(height, TILE_MIDDLE);
    pass_run(call->gpu, &pass);
    return pass.output;
}

static void go_up_to_picture(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                             const struct ends *ends)
{
    struct pass pass = describe_up(call, pyramid, ends);
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "up %dx%d", call->width, call->height);
    pass.label = label;
    pass.program = call->programs[PYRAMID_LAST];
    pass.inputs[0].filter = FILTER_LINEAR;
    pass.output = call->output;
    pass.uniforms[4] = (struct uniform) U_INT(LAST_ROWS);
    pass.groups[0] = groups_for(call->width, LAST_WIDTH);
    pass.groups[1] = groups_for(call->height, LAST_HEIGHT);
    effect_join(call->after, &pass);
    pass_run(call->gpu, &pass);
}

void pyramid_run_blocked(const struct effect_call *call)
{
    const struct sigma_pyramid pyramid = pyramid_solve(call->params, call->height);
    if (pyramid.levels == 0) {
        pyramid_run(call);
        return;
    }
    struct ends ends = go_down_all(call, &pyramid);
    if (pyramid.levels > 1) {
        const struct texture *deepest = ends.deepest;
        ends.deepest = go_up_to_second(call, &pyramid, &ends);
        release(call, deepest);
    }
    go_up_to_picture(call, &pyramid, &ends);
    release(call, ends.deepest);
    release(call, ends.kept);
}

static void cost_down(const struct effect_call *call, int level, int steps, struct cost *cost)
{
    const double texels = dual_texels(call, level);
    if (level == 1 && params_of(call)->karis == PYRAMID_KARIS_PARTIAL)
        cost->bilinear += 13 * texels;
    else
        cost->bilinear += (steps == 2 ? 11 : 2.3) * texels; // a square and a corner for each step
    cost->shared += (steps == 2 ? 33 : 4) * texels;
    cost->held = fmax(cost->held, 16 * (4 * 64 + (steps == 2 ? 3 * 65 : 0)));
    cost->stores += texels;
    cost->passes++;
}

void pyramid_cost_blocked(const struct effect_call *call, struct cost *cost)
{
    const struct sigma_pyramid pyramid = pyramid_solve(call->params, call->height);
    if (pyramid.levels == 0) {
        pyramid_cost(call, cost);
        return;
    }
    for (int level = 0; level < pyramid.levels;) {
        const int steps = steps_down(call, &pyramid, level);
        level += steps;
        cost_down(call, level, steps, cost);
    }
    if (pyramid.smooth > 0)
        pyramid_cost_smooth(call, sigma_pyramid_smoothed(&pyramid), cost);
    if (pyramid.levels > 1) { // 32x32 texels of the second level for 30x30, and as many below
        cost->shared += 32 * dual_texels(call, 2);
        cost->held = fmax(cost->held, 16 * 32 * (34 + 26));
        cost->stores += dual_texels(call, 2);
        cost->passes++;
    }
    cost->bilinear += 1.33 * dual_texels(call, 1); // 64x20 for 60x16
    cost->shared += 8 * dual_texels(call, 1) + 1.25 * dual_texels(call, 0);
    cost->held = fmax(cost->held, 16 * 64 * 22);
    cost->stores += dual_texels(call, 0);
    cost->passes++;
}

void pyramid_vary_blocked(const struct effect_call *call, char defines[EFFECT_DEFINES_SIZE])
{
    snprintf(defines, EFFECT_DEFINES_SIZE, "EDGE=%d", params_of(call)->edge);
}

bool pyramid_fits_blocked(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    const struct pyramid_params *p = params_of(call);
    if (p->kernel == PYRAMID_KERNEL_13TAP && p->scatter == 1)
        return true;
    snprintf(why, EFFECT_WHY_SIZE, "blocked needs kernel=13tap and scatter=1");
    return false;
}

int pyramid_blocked_output(const struct effect_call *call)
{
    const struct sigma_pyramid pyramid = pyramid_solve(call->params, call->height);
    return pyramid.levels == 0 ? -1 : PYRAMID_LAST;
}

// A level that fades in below the picture itself reads that a second time.
int pyramid_blocked_input(const struct effect_call *call)
{
    const struct sigma_pyramid pyramid = pyramid_solve(call->params, call->height);
    const bool is_wary = params_of(call)->karis == PYRAMID_KARIS_PARTIAL;
    if (pyramid.levels == 0 || is_wary || sigma_pyramid_smoothed(&pyramid) == 0)
        return -1;
    return steps_down(call, &pyramid, 0) == 2 ? PYRAMID_DOWN_TWICE : PYRAMID_DOWN_ONCE;
}
