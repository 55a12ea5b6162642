// The pyramid for GPUs on which dispatches and reads through the filter are what takes the time:
// two steps down in one dispatch, and all steps up in one. Of levels that keep light the step up
// into each is a dispatch, and those above them are one.

#include "effects/dual/dual_parts.h"
#include "effects/pyramid/pyramid_parts.h"
#include "effects/pyramid/pyramid_taps.h"
#include "render/divide.h"

#include <math.h>
#include <stdio.h>

// Texels of the output in a group's part.
enum { WIDTH_ONCE = 124, WIDTH_TWICE = 60, TILE_DOWN = 8, UP_WIDTH = 32 };
enum { SMOOTH_WIDTH = 56, SMOOTH_HEIGHT = 32 };

// What shaders/pyramid/pyramid_up.comp holds of the deepest level depends on how much smaller that
// is.
enum { DEEPEST_CELL = 6 };

// On the way down: as many groups as run at once on a large GPU, in strips not so short that what
// two read weighs much. An image of up to so many texels is made of tiles, all at once.
enum { GROUPS_WANTED = 384, LEAST_ROWS = 4, MOST_IN_TILES = 1 << 16 };

const struct program_desc pyramid_blocked_programs[] = {
    [PYRAMID_COPY] = { .file = "dual/dual.comp", .defines = "COPY" },
    [PYRAMID_DOWN] = { .file = "pyramid/pyramid.comp", .defines = "DOWN" },
    [PYRAMID_DOWN_KARIS] = { .file = "pyramid/pyramid.comp", .defines = "DOWN KARIS" },
    [PYRAMID_SMOOTH] = { .file = "pyramid/pyramid.comp", .defines = "SMOOTH" },
    [PYRAMID_UP_MIX] = { .file = "pyramid/pyramid.comp", .defines = "UP MIX" },
    [PYRAMID_DOWN_ONCE] = { .file = "pyramid/pyramid_down.comp", .defines = "LEVELS=1" },
    [PYRAMID_DOWN_TWICE] = { .file = "pyramid/pyramid_down.comp", .defines = "LEVELS=2" },
    [PYRAMID_DOWN_TILE] = { .file = "pyramid/pyramid_down_tile.comp" },
    [PYRAMID_SMOOTH_ONLY] = { .file = "pyramid/pyramid_smooth.comp" },
    [PYRAMID_SMOOTH_MIX] = { .file = "pyramid/pyramid_smooth.comp", .defines = "MIX" },
    [PYRAMID_UP_ALL] = { .file = "pyramid/pyramid_up.comp" },
    { 0 },
};

static const struct pyramid_params *params_of(const struct effect_site *site)
{
    return site->params;
}

// The finest level that keeps light, from which on all steps up are one dispatch.
static int base_of(const struct sigma_pyramid *pyramid)
{
    int level = 0;
    while (level < pyramid->levels && pyramid->shares[level] == 1)
        level++;
    return level;
}

// Whether more is mixed than a level that fades in, which is only interpolated.
static bool scatters(const struct sigma_pyramid *pyramid)
{
    const int mixed = pyramid->levels - base_of(pyramid);
    return mixed > 1 || (mixed == 1 && pyramid->turn > 0);
}

// How many steps the dispatch takes that goes down from a level. A level that is kept is stored.
static int steps_down(const struct effect_site *site, const struct sigma_pyramid *pyramid,
                      int level)
{
    const bool is_wary = level == 0 && params_of(site)->karis == PYRAMID_KARIS_PARTIAL;
    const bool is_kept = level + 1 >= base_of(pyramid);
    return level + 2 > pyramid->levels || is_wary || is_kept ? 1 : 2;
}

// An even number for a single step.
static int rows_of_strip(int height, int strips, int steps)
{
    const int rows = divide_up(strips * height, GROUPS_WANTED);
    return rows > LEAST_ROWS ? rows + (steps == 1 ? rows % 2 : 0) : LEAST_ROWS;
}

static bool is_joined(const struct effect_call *call, const struct texture *from)
{
    return call->before && from == call->input;
}

static bool is_small(const struct effect_site *site, int level)
{
    return dual_texels(site, level) <= MOST_IN_TILES;
}

static bool is_tiled(const struct effect_site *site, int level, int steps)
{
    return steps == 2 && is_small(site, level);
}

// One invocation a texel: where bright texels count less, and where waiting is all that takes time.
static bool is_plain(const struct effect_site *site, int level, int steps)
{
    const bool is_wary = level == 1 && params_of(site)->karis == PYRAMID_KARIS_PARTIAL;
    return is_wary || (steps == 1 && level > 1 && is_small(site, level));
}

static void go_down_in_tiles(const struct effect_call *call, const struct texture *from,
                             struct texture *to)
{
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "down %dx%d", to->width, to->height);
    const struct pass pass = {
        .label = label,
        .program = call->programs[PYRAMID_DOWN_TILE],
        .inputs = { { from, FILTER_LINEAR, (enum edge) params_of(&call->site)->edge } },
        .output = to,
        .uniforms = { dual_sizes(from, to) },
        .groups = { divide_up(to->width, TILE_DOWN), divide_up(to->height, TILE_DOWN) },
    };
    pass_run(call->gpu, &pass);
}

static void go_down_in_strips(const struct effect_call *call, const struct texture *from,
                              struct texture *to, int steps)
{
    const int strips = divide_up(to->width, steps == 2 ? WIDTH_TWICE : WIDTH_ONCE);
    const int rows = rows_of_strip(to->height, strips, steps);
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "down %dx%d", to->width, to->height);
    struct pass pass = {
        .label = label,
        .program = call->programs[steps == 2 ? PYRAMID_DOWN_TWICE : PYRAMID_DOWN_ONCE],
        .output = to,
        .uniforms = { dual_sizes(from, to), U_INT(steps == 2 ? rows + 2 : rows / 2) },
        .groups = { strips, divide_up(to->height, rows) },
    };
    if (is_joined(call, from))
        effect_join(call->before, &pass);
    if (is_joined(call, from) && from->format == FORMAT_RGBA16F)
        pass.images[0] = (struct pass_image){ .texture = from, .words = true };
    else
        pass.inputs[0] =
            (struct pass_input){ from, FILTER_LINEAR, (enum edge) params_of(&call->site)->edge };
    pass_run(call->gpu, &pass);
}

// To level `level`, over `steps` steps.
static struct texture *go_down(const struct effect_call *call, const struct texture *from,
                               int level, int steps)
{
    if (is_plain(&call->site, level, steps))
        return pyramid_down(call, from, level);
    struct texture *to = dual_level(call, level);
    if (is_tiled(&call->site, level, steps) && !is_joined(call, from))
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

// Variance of the smoothing in the step up out of it.
static double turn_of(const struct sigma_pyramid *pyramid)
{
    return base_of(pyramid) == pyramid->levels ? pyramid->turn : 0.5;
}

// The deepest level and, while that one fades in, the one above it.
struct ends {
    const struct texture *deepest, *kept; // NULL: nothing is kept
};

static struct ends go_down_all(const struct effect_call *call, const struct sigma_pyramid *pyramid)
{
    const int turning = base_of(pyramid);
    struct ends ends = { .deepest = call->input };
    for (int level = 0; level < pyramid->levels;) {
        const int steps = steps_down(&call->site, pyramid, level);
        const struct texture *from = ends.deepest;
        if (level == turning)
            ends.kept = from;
        level += steps;
        ends.deepest = go_down(call, from, level, steps);
        if (from != ends.kept)
            release(call, from);
    }
    return ends;
}

static void smooth(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                   const struct ends *ends, struct texture *to)
{
    const struct texture *from = ends->kept ? ends->kept : ends->deepest;
    const struct sigma_pyramid_taps taps = sigma_pyramid_smooth_taps(pyramid);
    const double lift = call->site.format == FORMAT_RGBA32F ? 0 : 0x1p-23;
    const enum edge edge = (enum edge) params_of(&call->site)->edge;
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "smooth %dx%d", to->width, to->height);
    struct pass pass = {
        .label = label,
        .program = call->programs[ends->kept ? PYRAMID_SMOOTH_MIX : PYRAMID_SMOOTH_ONLY],
        .inputs = { { from, FILTER_NEAREST, edge } },
        .output = to,
        .uniforms = { U_VEC3((float) (taps.weights[0] + lift), (float) taps.weights[1],
                             (float) taps.weights[2]),
                      { .type = UNIFORM_NONE },
                      dual_sizes(from, ends->deepest) },
        .groups = { divide_up(to->width, SMOOTH_WIDTH), divide_up(to->height, SMOOTH_HEIGHT) },
    };
    if (ends->kept) {
        pass.inputs[1] = (struct pass_input){ ends->deepest, FILTER_LINEAR, edge };
        pass.uniforms[1] = (struct uniform) U_FLOAT((float) pyramid->shares[pyramid->levels - 1]);
    }
    if (to == call->output)
        effect_join(call->after, &pass);
    pass_run(call->gpu, &pass);
}

// The level where the way up begins; the output where that is the picture.
static const struct texture *turn(const struct effect_call *call,
                                  const struct sigma_pyramid *pyramid, const struct ends *ends)
{
    const int level = base_of(pyramid);
    if (level == pyramid->levels && pyramid->smooth == 0)
        return ends->deepest;
    struct texture *to = level == 0 ? call->output : dual_level(call, level);
    smooth(call, pyramid, ends, to);
    release(call, ends->deepest);
    release(call, ends->kept);
    return to;
}

static const struct texture *taps_for(const struct effect_call *call,
                                      const struct sigma_pyramid *pyramid, int size)
{
    const struct pyramid_axis axis = {
        .size = size,
        .levels = base_of(pyramid),
        .edge = params_of(&call->site)->edge,
        .lifts = call->site.format != FORMAT_RGBA32F,
        .turn = turn_of(pyramid),
    };
    const struct table_recipe recipe = {
        .key = &axis,
        .key_size = sizeof(axis),
        .make = pyramid_make_taps,
        .width = PYRAMID_TAPS_STRIDE / 4,
        .height = size,
        .format = FORMAT_RGBA32F,
    };
    return table_make(&call->gpu->tables, &recipe);
}

// Whether texels wait in shared memory as halves, since images between the steps hold no more.
static bool is_packed(const struct effect_site *site)
{
    return site->format == FORMAT_RGBA16F;
}

// Rows of the picture that a group makes on the way up.
static int height_of_tile(int levels)
{
    return levels < 2 ? 48 : 64;
}

static void go_up(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                  const struct texture *from)
{
    const int levels = base_of(pyramid), height = height_of_tile(levels);
    const int turns = height / (4 * (levels < 3 ? 1 : levels == 3 ? 2 : 4));
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "up %dx%d", call->site.width, call->site.height);
    struct pass pass = {
        .label = label,
        .program = call->programs[PYRAMID_UP_ALL],
        .inputs = { { from, FILTER_NEAREST, EDGE_CLAMP },
                    { taps_for(call, pyramid, call->site.width), FILTER_NEAREST, EDGE_CLAMP },
                    { taps_for(call, pyramid, call->site.height), FILTER_NEAREST, EDGE_CLAMP } },
        .output = call->output,
        .uniforms = { dual_sizes(from, call->output), U_INT(levels), U_INT(turns) },
        .groups = { divide_up(call->site.width, UP_WIDTH), divide_up(call->site.height, height) },
    };
    effect_join(call->after, &pass);
    pass_run(call->gpu, &pass);
}

// With light that levels keep: the level where all further steps up are one dispatch.
static const struct texture *go_to_base(const struct effect_call *call,
                                        const struct sigma_pyramid *pyramid)
{
    const struct texture *levels[SIGMA_PYRAMID_LEVELS + 1] = { call->input };
    const int base = base_of(pyramid), smoothed = pyramid->smoothed;
    for (int level = 0; level < pyramid->levels;) {
        const int steps = steps_down(&call->site, pyramid, level);
        const struct texture *from = levels[level];
        levels[level + steps] = go_down(call, from, level + steps, steps);
        if (level < base)
            release(call, from);
        level += steps;
    }
    levels[smoothed] = pyramid_keep(call, pyramid, smoothed, levels[smoothed]);
    return pyramid_go_up(call, pyramid, levels, base);
}

static const struct texture *turn_round(const struct effect_call *call,
                                        const struct sigma_pyramid *pyramid)
{
    if (scatters(pyramid))
        return go_to_base(call, pyramid);
    const struct ends ends = go_down_all(call, pyramid);
    return turn(call, pyramid, &ends);
}

void pyramid_run_blocked(const struct effect_call *call)
{
    const struct sigma_pyramid pyramid =
        pyramid_solve(call->site.params, effect_picture_height(&call->site));
    if (pyramid.levels == 0 && pyramid.smooth == 0) {
        pyramid_run(call);
        return;
    }
    const struct texture *from = turn_round(call, &pyramid);
    if (from == call->output)
        return;
    go_up(call, &pyramid, from);
    release(call, from);
}

static void cost_down(const struct effect_site *site, int level, int steps, struct cost *cost)
{
    const double texels = dual_texels(site, level), again = steps == 2 ? 1.2 : 1.1;
    const bool is_tile = is_tiled(site, level, steps);
    cost->stores += texels;
    cost->passes++;
    if (is_plain(site, level, steps)) {
        cost->bilinear += 13 * texels;
        return;
    }
    cost->bilinear += (is_tile ? 14.5 : steps == 2 ? 8 * again : 2 * again) * texels;
    cost->shared += (is_tile ? 117 : steps == 2 ? 14 * again : 3 * again) * texels;
    cost->held = fmax(cost->held, 16 * (is_tile ? 22 * 22 + 21 * 21 + 20 * 20 : 16 * 66 + 6 * 64));
}

static int taps_along(const struct sigma_pyramid *pyramid)
{
    return 2 * pyramid_reach(base_of(pyramid), turn_of(pyramid)) + 1;
}

static void cost_up(const struct effect_site *site, const struct sigma_pyramid *pyramid,
                    struct cost *cost)
{
    const int level = base_of(pyramid), cell = level < DEEPEST_CELL ? level : DEEPEST_CELL;
    const int taps = taps_along(pyramid), height = height_of_tile(level);
    const int rows = divide_up(height, 1 << cell) + taps - 1;
    const int columns = divide_up(UP_WIDTH, 1 << cell) + taps - 1;
    const double texels = dual_texels(site, 0), across = (double) rows / height; // columns weighed
    const double held = (double) rows * columns / (height * UP_WIDTH);
    const double window = (double) (taps + ((height - 4) >> cell)) / (height / 4);
    const double packed = is_packed(site) ? 0.5 : 1;
    cost->texels += held * texels;
    cost->shared += (packed * (across * taps / 2 + window) + (level < 4 ? 0.5 : 2)) * texels;
    cost->sums += (across + 1) * taps * texels;
    cost->held = fmax(cost->held, 16 * (packed * rows * UP_WIDTH + 2 * (height + UP_WIDTH)));
    cost->stores += texels;
    cost->passes++;
}

static void cost_smooth(const struct effect_site *site, const struct sigma_pyramid *pyramid,
                        struct cost *cost)
{
    const int level = base_of(pyramid);
    const double texels = dual_texels(site, level), again = 64.0 / SMOOTH_WIDTH;
    cost->texels += 1.5 * again * texels;
    cost->bilinear += level < pyramid->levels ? texels : 0;
    cost->shared += (is_packed(site) ? 3 : 6) * texels;
    cost->sums += (5 + 5 * again) * texels;
    cost->held = fmax(cost->held, (is_packed(site) ? 8 : 16) * 64 * SMOOTH_HEIGHT);
    cost->stores += texels;
    cost->passes++;
}

// The levels that keep light, and what is smoothed of them.
static void cost_base(const struct effect_site *site, const struct sigma_pyramid *pyramid,
                      struct cost *cost)
{
    for (int i = base_of(pyramid); i < pyramid->levels; i++)
        pyramid_cost_mix(site, i, cost);
    if (pyramid->smooth > 0)
        pyramid_cost_smooth(site, pyramid->smoothed, cost);
}

void pyramid_cost_blocked(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_pyramid pyramid = pyramid_solve(site->params, effect_picture_height(site));
    if (pyramid.levels == 0 && pyramid.smooth == 0)
        pyramid_cost(site, cost);
    for (int level = 0; level < pyramid.levels;) {
        const int steps = steps_down(site, &pyramid, level);
        level += steps;
        cost_down(site, level, steps, cost);
    }
    if (scatters(&pyramid))
        cost_base(site, &pyramid, cost);
    else if (base_of(&pyramid) < pyramid.levels || pyramid.smooth > 0)
        cost_smooth(site, &pyramid, cost);
    if (base_of(&pyramid) > 0)
        cost_up(site, &pyramid, cost);
}

void pyramid_vary_blocked(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct sigma_pyramid pyramid = pyramid_solve(site->params, effect_picture_height(site));
    const int level = base_of(&pyramid);
    snprintf(defines, EFFECT_DEFINES_SIZE, "EDGE=%d CELL=%d TAPS=%d TILE_HEIGHT=%d%s",
             params_of(site)->edge,
             level < 1              ? 1
             : level < DEEPEST_CELL ? level
                                    : DEEPEST_CELL,
             taps_along(&pyramid), height_of_tile(level), is_packed(site) ? " WORDS HALVES" : "");
}

bool pyramid_fits_blocked(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    if (params_of(site)->kernel == PYRAMID_KERNEL_13TAP)
        return true;
    snprintf(why, EFFECT_WHY_SIZE, "blocked needs kernel=13tap");
    return false;
}

int pyramid_blocked_output(const struct effect_site *site)
{
    const struct sigma_pyramid pyramid = pyramid_solve(site->params, effect_picture_height(site));
    if (base_of(&pyramid) > 0)
        return PYRAMID_UP_ALL;
    return pyramid.levels > 0 ? PYRAMID_SMOOTH_MIX : pyramid.smooth == 0 ? -1 : PYRAMID_SMOOTH_ONLY;
}

// A level that fades in below the picture itself reads that a second time.
int pyramid_blocked_input(const struct effect_site *site)
{
    const struct sigma_pyramid pyramid = pyramid_solve(site->params, effect_picture_height(site));
    const bool is_wary = params_of(site)->karis == PYRAMID_KARIS_PARTIAL;
    if (pyramid.levels == 0 || is_wary || base_of(&pyramid) == 0)
        return -1;
    return steps_down(site, &pyramid, 0) == 2 ? PYRAMID_DOWN_TWICE : PYRAMID_DOWN_ONCE;
}
