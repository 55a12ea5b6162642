// The pyramid for GPUs on which dispatches and reads through the filter are what takes the time:
// two steps down in one dispatch, and all steps up but the last in one.

#include "effects/dual_parts.h"
#include "effects/pyramid_parts.h"

#include <math.h>
#include <stdio.h>

// Texels of the output in a group's part.
enum { WIDTH_ONCE = 124, WIDTH_TWICE = 60, TILE_DOWN = 8, TILE_MIDDLE = 64, TILE_SHALLOW = 32 };
enum { LAST_WIDTH = 32, LAST_HEIGHT = 16 };

// On the way down: as many groups as run at once on a large GPU, in strips not so short that what
// two read weighs much. An image of up to so many texels is made of tiles, all at once.
enum { GROUPS_WANTED = 384, LEAST_ROWS = 4, MOST_IN_TILES = 1 << 16 };

const struct program_desc pyramid_blocked_programs[] = {
    [PYRAMID_DOWN] = { .file = "pyramid.comp", .defines = "DOWN" },
    [PYRAMID_DOWN_KARIS] = { .file = "pyramid.comp", .defines = "DOWN KARIS" },
    [PYRAMID_UP] = { .file = "pyramid.comp", .defines = "UP" },
    [PYRAMID_UP_MIX] = { .file = "pyramid.comp", .defines = "UP MIX" },
    [PYRAMID_COPY] = { .file = "dual.comp", .defines = "COPY" },
    [PYRAMID_SMOOTH] = { .file = "pyramid.comp", .defines = "SMOOTH" },
    [PYRAMID_DOWN_ONCE] = { .file = "pyramid_down.comp", .defines = "LEVELS=1" },
    [PYRAMID_DOWN_TWICE] = { .file = "pyramid_down.comp", .defines = "LEVELS=2" },
    [PYRAMID_DOWN_TILE] = { .file = "pyramid_down_tile.comp" },
    [PYRAMID_MIDDLE_SHALLOW] = { .file = "pyramid_middle.comp", .defines = "SHALLOW" },
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

// An even number for a single step.
static int rows_of_strip(int height, int strips, int steps)
{
    const int rows = groups_for(strips * height, GROUPS_WANTED);
    return rows > LEAST_ROWS ? rows + (steps == 1 ? rows % 2 : 0) : LEAST_ROWS;
}

static bool is_joined(const struct effect_call *call, const struct texture *from)
{
    return call->before && from == call->input;
}

static bool is_tiled(const struct effect_call *call, int level, int steps)
{
    return steps == 2 && dual_texels(call, level) <= MOST_IN_TILES;
}

static void go_down_in_tiles(const struct effect_call *call, const struct texture *from,
                             struct texture *to)
{
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "down %dx%d", to->width, to->height);
    const struct pass pass = {
        .label = label,
        .program = call->programs[PYRAMID_DOWN_TILE],
        .inputs = { { from, FILTER_LINEAR, (enum edge) params_of(call)->edge } },
        .output = to,
        .uniforms = { dual_sizes(from, to) },
        .groups = { groups_for(to->width, TILE_DOWN), groups_for(to->height, TILE_DOWN) },
    };
    pass_run(call->gpu, &pass);
}

static void go_down_in_strips(const struct effect_call *call, const struct texture *from,
                              struct texture *to, int steps)
{
    const int strips = groups_for(to->width, steps == 2 ? WIDTH_TWICE : WIDTH_ONCE);
    const int rows = rows_of_strip(to->height, strips, steps);
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "down %dx%d", to->width, to->height);
    struct pass pass = {
        .label = label,
        .program = call->programs[steps == 2 ? PYRAMID_DOWN_TWICE : PYRAMID_DOWN_ONCE],
        .output = to,
        .uniforms = { dual_sizes(from, to), U_INT(steps == 2 ? rows + 2 : rows / 2) },
        .groups = { strips, groups_for(to->height, rows) },
    };
    if (is_joined(call, from))
        effect_join(call->before, &pass);
    if (is_joined(call, from) && from->format == FORMAT_RGBA16F)
        pass.images[0] = (struct pass_image){ (struct texture *) from, .words = true };
    else
        pass.inputs[0] =
            (struct pass_input){ from, FILTER_LINEAR, (enum edge) params_of(call)->edge };
    pass_run(call->gpu, &pass);
}

// To level `level`, over `steps` steps.
static struct texture *go_down(const struct effect_call *call, const struct texture *from,
                               int level, int steps)
{
    if (level == 1 && params_of(call)->karis == PYRAMID_KARIS_PARTIAL)
        return pyramid_down(call, from, level);
    struct texture *to = dual_level(call, level);
    if (is_tiled(call, level, steps) && !is_joined(call, from))
        go_down_in_tiles(call, from, to);
    else
        go_down_in_strips(call, from, to, steps);
    return to;
}

static void release(const struct effect_call *call, const struct texture *texture)
{
    if (texture && texture != call->input)
        texture_pool_release(&call->gpu->pool, texture);
}

// Whether the way up begins with the last two steps down, where every group makes what it needs.
static bool is_turned(const struct sigma_pyramid *pyramid)
{
    const int levels = pyramid->levels;
    return levels >= 6 && levels % 2 == 0 && pyramid->shares[levels - 1] == 1 &&
           pyramid->smooth == 0;
}

static int stored_levels(const struct sigma_pyramid *pyramid)
{
    return pyramid->levels - (is_turned(pyramid) ? 2 : 0);
}

// The deepest level and, while that one fades in, the one above it.
struct ends {
    const struct texture *deepest, *kept; // NULL: nothing is kept
};

static struct ends go_down_all(const struct effect_call *call, const struct sigma_pyramid *pyramid)
{
    const int smoothed = sigma_pyramid_smoothed(pyramid);
    struct ends ends = { .deepest = call->input };
    for (int level = 0; level < stored_levels(pyramid);) {
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

// To the first level, with two more texels on every side. On loan from the pool.
static struct texture *go_up_to_first(const struct effect_call *call,
                                      const struct sigma_pyramid *pyramid, const struct ends *ends)
{
    const bool is_shallow = pyramid->levels < 3;
    const int tile = is_shallow ? TILE_SHALLOW : TILE_MIDDLE;
    const int width = dual_halved(call->width, 1) + 3, height = dual_halved(call->height, 1) + 3;
    const struct sigma_pyramid_taps taps = sigma_pyramid_up_taps(pyramid, pyramid->levels - 1);
    const enum edge edge = (enum edge) params_of(call)->edge;
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "up %dx%d", width, height);
    const struct pass pass = {
        .label = label,
        .program = call->programs[is_shallow ? PYRAMID_MIDDLE_SHALLOW : PYRAMID_MIDDLE],
        .inputs = { { ends->deepest, is_turned(pyramid) ? FILTER_LINEAR : FILTER_NEAREST, edge },
                    { ends->kept, FILTER_LINEAR, edge } },
        .output = texture_pool_acquire(&call->gpu->pool, width, height, call->format),
        .uniforms = { U_INT(pyramid->levels), U_FLOAT((float) pyramid->shares[pyramid->levels - 1]),
                      U_VEC2((float) taps.weights[0], (float) taps.weights[1]),
                      U_VEC2((float) call->width, (float) call->height), U_INT(tile * tile / 1024),
                      U_INT(2), U_INT(is_turned(pyramid)) },
        .groups = { groups_for(width, tile), groups_for(height, tile) },
    };
    pass_run(call->gpu, &pass);
    return pass.output;
}

static void go_up_to_picture(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                             const struct texture *first, const struct texture *kept)
{
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "up %dx%d", call->width, call->height);
    struct pass pass = {
        .label = label,
        .program = call->programs[PYRAMID_LAST],
        .inputs = { { first, FILTER_LINEAR, EDGE_CLAMP }, { kept, FILTER_NEAREST, EDGE_CLAMP } },
        .output = call->output,
        .uniforms = { dual_sizes(first, call->output),
                      U_FLOAT(pyramid->levels == 1 ? (float) pyramid->shares[0] : 1) },
        .groups = { groups_for(call->width, LAST_WIDTH), groups_for(call->height, LAST_HEIGHT) },
    };
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
    const struct ends ends = go_down_all(call, &pyramid);
    struct texture *first = go_up_to_first(call, &pyramid, &ends);
    release(call, ends.deepest);
    go_up_to_picture(call, &pyramid, first, ends.kept);
    release(call, ends.kept);
    release(call, first);
}

static void cost_down(const struct effect_call *call, int level, int steps, struct cost *cost)
{
    const double texels = dual_texels(call, level), again = steps == 2 ? 1.2 : 1.1;
    const bool is_tile = is_tiled(call, level, steps);
    if (level == 1 && params_of(call)->karis == PYRAMID_KARIS_PARTIAL)
        cost->bilinear += 13 * texels;
    else
        cost->bilinear += (is_tile ? 14.5 : steps == 2 ? 8 * again : 2 * again) * texels;
    cost->shared += (is_tile ? 117 : steps == 2 ? 14 * again : 3 * again) * texels;
    cost->held = fmax(cost->held, 16 * (is_tile ? 22 * 22 + 21 * 21 + 20 * 20 : 16 * 66 + 6 * 64));
    cost->stores += texels;
    cost->passes++;
}

// A group holds two more texels of each level on every side, of which those below the first count.
static void cost_up(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                    struct cost *cost)
{
    const int tile = pyramid->levels < 3 ? TILE_SHALLOW : TILE_MIDDLE;
    const double groups = dual_texels(call, 1) / (tile * tile);
    for (int level = 2, side = tile / 2; level <= pyramid->levels; level++, side /= 2)
        cost->shared += groups * (level == 2 ? 2.5 : 9) * (side + 4) * (side + 4);
    cost->shared += (pyramid->levels == 1 ? 9 : 2) * dual_texels(call, 1);
    if (is_turned(pyramid)) {
        cost->bilinear += groups * (22 * 22 + 21 * 21);
        cost->shared += groups * (13 * 20 * 20 + 36 * 64);
    }
    cost->texels += pyramid->levels < 3 ? 1.2 * dual_texels(call, pyramid->levels) : 0;
    cost->held = fmax(cost->held, 16 * (36 * 36 + 20 * 20));
    cost->bilinear += dual_texels(call, 0);
    cost->stores += dual_texels(call, 1) + dual_texels(call, 0);
    cost->passes += 2;
}

void pyramid_cost_blocked(const struct effect_call *call, struct cost *cost)
{
    const struct sigma_pyramid pyramid = pyramid_solve(call->params, call->height);
    if (pyramid.levels == 0) {
        pyramid_cost(call, cost);
        return;
    }
    for (int level = 0; level < stored_levels(&pyramid);) {
        const int steps = steps_down(call, &pyramid, level);
        level += steps;
        cost_down(call, level, steps, cost);
    }
    if (pyramid.smooth > 0)
        pyramid_cost_smooth(call, sigma_pyramid_smoothed(&pyramid), cost);
    cost_up(call, &pyramid, cost);
}

void pyramid_vary_blocked(const struct effect_call *call, char defines[EFFECT_DEFINES_SIZE])
{
    snprintf(defines, EFFECT_DEFINES_SIZE, "EDGE=%d%s", params_of(call)->edge,
             call->format == FORMAT_RGBA16F ? " WORDS" : "");
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
