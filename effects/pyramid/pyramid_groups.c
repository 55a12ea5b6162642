#include "effects/pyramid/pyramid_groups.h"

#include "effects/blur/half_lift.h"
#include "effects/blur/margin.h"
#include "effects/pyramid/pyramid_taps.h"
#include "effects/tuning.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <math.h>
#include <stdlib.h>

// Going down in strips: the invocations of a group, each of which has two columns of the first step
// (those at either end only serve their neighbours), and the texels that a group reads ahead.
enum { LANES = PYRAMID_STRIP_LANES, SERVING_ONCE = 1, SERVING_TWICE = 2, SLOT = LANES + 2 };

// Smoothing: columns of a group, and the texels that it computes.
enum { SMOOTH_LANES = PYRAMID_SMOOTH_LANES };
enum { SMOOTH_WIDTH = PYRAMID_SMOOTH_WIDTH, SMOOTH_HEIGHT = PYRAMID_SMOOTH_HEIGHT };

// Going up: texels of the picture that a group computes across. The part of the deepest level that
// it holds depends on how much smaller that level is; DEEPEST_CELL is the most levels between them.
enum { UP_WIDTH = PYRAMID_UP_WIDTH, DEEPEST_CELL = 6 };

// Returns true if shared memory holds texels as halves, which is exact because images between the
// steps are halves.
static bool is_packed(const struct effect_site *site)
{
    return site->format == FORMAT_RGBA16F;
}

static int texel_bytes(const struct effect_site *site)
{
    return is_packed(site) ? 8 : 16;
}

// ---- down

static bool is_small(const struct effect_site *site, int level)
{
    return levels_texels(site, level) <= PYRAMID_MAX_OF_SMALL;
}

static bool is_joined(const struct effect_call *call, const struct texture *from)
{
    return call->before && from == call->input;
}

static struct texture *go_down_in_strips(const struct effect_call *call, const struct texture *from,
                                         int level, int steps)
{
    struct texture *to = levels_acquire(call, level);
    const int columns = LANES - 2 * (steps == 2 ? SERVING_TWICE : SERVING_ONCE);
    const int strips = divide_up(to->width, steps == 2 ? columns : 2 * columns);
    // Texels on both sides of a strip that its neighbours read, too.
    const double again = steps == 2 ? 1.2 : 1.1;
    int rows = divide_up(strips * to->height, PYRAMID_STRIP_GROUPS);
    rows = rows > PYRAMID_STRIP_MIN_ROWS ? rows : PYRAMID_STRIP_MIN_ROWS;
    if (steps == 1 && rows > PYRAMID_STRIP_MIN_ROWS)
        rows += rows % 2;
    struct pass pass = {
        .verb = "down",
        .program = call->programs[steps == 2 ? PYRAMID_DOWN_TWICE : PYRAMID_DOWN_ONCE],
        .output = to,
        .uniforms = { levels_sizes(from, to), U_INT("u_pairs", steps == 2 ? rows + 2 : rows / 2),
                      margin_uniform(call, from) },
        .groups = { strips, divide_up(to->height, rows) },
        .work = { .bilinear = (steps == 2 ? 8 : 2) * again,
                  .shared = (steps == 2 ? 14 : 3) * again },
    };
    if (is_joined(call, from) && from->format == FORMAT_RGBA16F)
        pass.images[0] = (struct pass_image){ .texture = from, .words = true };
    else
        pass.inputs[0] = (struct pass_input){ from, FILTER_LINEAR, effect_edge(&call->site) };
    effect_join_before(call, &pass);
    pass_run(call->gpu, &pass);
    return to;
}

struct deep pyramid_groups_deep(const struct effect_site *site, const struct sigma_pyramid *pyramid,
                                int to)
{
    const bool is_round = to < pyramid->levels;
    return (struct deep){
        .levels = pyramid->levels,
        .from = deep_from(pyramid->levels, to),
        .to = to,
        .smoothed = is_round && pyramid->smooth > 0 ? pyramid->smoothed : 0,
        .down_reach = 2,
        .edge = effect_edge(site),
        .has_floats = !is_packed(site),
    };
}

int pyramid_groups_steps(const struct effect_site *site, int level, int to)
{
    const bool is_karis = level == 0 && pyramid_uses_karis(site);
    const bool is_thrice = level > 0 && level + 3 <= to && is_small(site, level + 2);
    return level + 2 > to || is_karis ? 1 : is_thrice ? 3 : 2;
}

struct texture *pyramid_groups_down(const struct effect_call *call, const struct deep *deep,
                                    const struct texture *from, int level, int steps,
                                    struct texture *kept[])
{
    // One texel per invocation if bright texels count less (Karis), or if latency is all of the
    // time.
    const bool is_latent = is_small(&call->site, level);
    if ((level == 1 && pyramid_uses_karis(&call->site)) || (steps == 1 && level > 1 && is_latent))
        return pyramid_step_down(call, from, level);
    // A group computes several texels of each level between and shares them if latency takes the
    // time, or if those levels are stored.
    const bool is_deep = kept || steps == 3 || (steps == 2 && is_latent);
    if (!is_deep || is_joined(call, from))
        return go_down_in_strips(call, from, level, steps);
    const int program = (steps == 2 ? PYRAMID_DOWN_DEEP_2 : PYRAMID_DOWN_DEEP_3) + (kept ? 2 : 0);
    return deep_down(call, call->programs[program], deep, from, level, steps, kept);
}

// ---- down and up

struct texture *pyramid_groups_round(const struct effect_call *call,
                                     const struct sigma_pyramid *pyramid, const struct deep *deep,
                                     const struct texture *from, struct texture *kept[])
{
    const struct sigma_pyramid_taps smooth = sigma_pyramid_smooth_taps(pyramid);
    const double lift = half_lift(call->site.format) / 2; // along either axis
    struct deep_round round = {
        .program = call->programs[PYRAMID_ROUND],
        .deep = deep,
        .from = from,
        .kept = kept,
        .smooth = { (float) (smooth.weights[0] + lift), (float) smooth.weights[1],
                    (float) smooth.weights[2] },
    };
    for (int i = 0; deep->to + i < deep->levels; i++) {
        const struct sigma_pyramid_taps taps = sigma_pyramid_up_taps(pyramid, deep->to + i);
        // The weights of a step up are products of weights along x and along y, read through the
        // filter.
        float *weights = round.weights + i * HALF_STEP_WEIGHTS;
        double line[5];
        int count = 0;
        for (int x = 0; x < 5; x++) {
            line[x] = 0;
            for (int tap = -1; tap <= 1; tap++)
                line[x] += taps.weights[abs(tap)] * fmax(0, 1 - fabs(x - 2 + 0.25 - tap));
        }
        for (int y = 0; y < 5; y++)
            for (int x = y; x < 5; x++)
                weights[count++] = (float) (line[x] * line[y] +
                                            (x + y == 4 && x == y ? half_lift(from->format) : 0));
        round.shares[i] = (float) pyramid->shares[deep->to + i];
    }
    return deep_go_round(call, &round);
}

// ---- smoothing

void pyramid_groups_smooth(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                           const struct texture *from, const struct texture *deeper,
                           struct texture *to)
{
    const struct sigma_pyramid_taps taps = sigma_pyramid_smooth_taps(pyramid);
    const double lift = half_lift(call->site.format) / 2; // along either axis
    const enum edge edge = effect_edge(&call->site);
    const double again = SMOOTH_LANES / SMOOTH_WIDTH;
    struct pass pass = {
        .verb = "smooth",
        .program = call->programs[deeper ? PYRAMID_SMOOTH_MIX : PYRAMID_SMOOTH_ONLY],
        .inputs = { { from, FILTER_NEAREST, edge }, { deeper, FILTER_LINEAR, edge } },
        .output = to,
        .uniforms = { U_VEC3("u_weights", (float) (taps.weights[0] + lift), (float) taps.weights[1],
                             (float) taps.weights[2]),
                      U_FLOAT("u_share", deeper ? (float) pyramid->shares[pyramid->levels - 1] : 1),
                      levels_sizes(from, deeper ? deeper : from) },
        .groups = { divide_up(to->width, SMOOTH_WIDTH), divide_up(to->height, SMOOTH_HEIGHT) },
        .work = { .texels = 1.5 * again,
                  .bilinear = deeper ? 1 : 0,
                  .shared = is_packed(&call->site) ? 3 : 6,
                  .sums = 5 + 5 * again },
    };
    effect_join_after(call, &pass);
    pass_run(call->gpu, &pass);
}

// ---- up

// The sizes for which the program of the steps up is compiled.
struct up {
    int cell;   // number of levels that it goes up
    int taps;   // texels of the deepest level that a texel of the picture depends on, along an axis
    int height; // rows of the part of the picture that a group computes
    int rows;   // rows of the deepest level that it reads for them
    int columns;
};

static struct up make_up(const struct pyramid_rise *rise)
{
    struct up up = {
        .cell = rise->level < 1              ? 1
                : rise->level < DEEPEST_CELL ? rise->level
                                             : DEEPEST_CELL,
        .taps = 2 * pyramid_reach(rise->level, rise->turn) + 1,
        .height = rise->level < 2 ? PYRAMID_UP_HEIGHT_OF_ONE : PYRAMID_UP_HEIGHT,
    };
    up.rows = divide_up(up.height, 1 << up.cell) + up.taps - 1;
    up.columns = divide_up(UP_WIDTH, 1 << up.cell) + up.taps - 1;
    return up;
}

static const struct texture *get_taps(const struct effect_call *call,
                                      const struct pyramid_rise *rise, int size)
{
    const struct pyramid_axis axis = {
        .size = size,
        .levels = rise->level,
        .edge = (int) effect_edge(&call->site),
        .format = (int) call->site.format,
        .turn = rise->turn,
    };
    const struct texture_recipe recipe = {
        .key = &axis,
        .key_size = sizeof(axis),
        .make = pyramid_make_taps,
        .width = PYRAMID_TAPS_STRIDE / 4,
        .height = size,
        .format = FORMAT_RGBA32F,
    };
    return texture_cache_get(&call->gpu->cache, &recipe);
}

void pyramid_groups_up(const struct effect_call *call, const struct pyramid_rise *rise,
                       const struct texture *from)
{
    const struct effect_site *site = &call->site;
    const struct up up = make_up(rise);
    const int level = rise->level, height = up.height;
    const int iterations = height / (4 * (level < 3 ? 1 : level == 3 ? 2 : 4));
    const double across = (double) up.rows / height; // sums along x per texel of the output
    const double window = (double) (up.taps + ((height - 4) >> up.cell)) / (height / 4);
    const double weighed = across * up.taps / 2 + window;
    struct pass pass = {
        .verb = "up",
        .program = call->programs[PYRAMID_UP_ALL],
        .inputs = { { from, FILTER_NEAREST, EDGE_CLAMP },
                    { get_taps(call, rise, site->width), FILTER_NEAREST, EDGE_CLAMP },
                    { get_taps(call, rise, site->height), FILTER_NEAREST, EDGE_CLAMP } },
        .output = call->output,
        .uniforms = { levels_sizes(from, call->output), U_INT("u_levels", level),
                      U_INT("u_turns", iterations), margin_uniform(call, call->output) },
        .groups = { divide_up(call->output->width, UP_WIDTH),
                    divide_up(call->output->height, height) },
        .work = { .texels = (double) up.rows * up.columns / (height * UP_WIDTH),
                  .shared = (is_packed(site) ? 0.5 : 1) * weighed + (level < 4 ? 0.5 : 2),
                  .sums = (across + 1) * up.taps },
    };
    effect_join_after(call, &pass);
    pass_run(call->gpu, &pass);
}

// If steps are joined, strips need the most memory: each texel is then read on its own, as halves
// or as it is. The weights of a row or column of the steps up need one or two vectors.
int pyramid_groups_shared(const struct effect_site *site, const struct deep *deep,
                          const struct pyramid_rise *rise)
{
    const struct up up = make_up(rise);
    const int items = is_packed(site) ? 2 : 4, vectors = up.taps > 4 ? 2 : 1;
    const int shared[] = {
        16 * (items * 4 * SLOT + 6 * LANES),
        deep_shared(deep),
        texel_bytes(site) * SMOOTH_LANES * SMOOTH_HEIGHT,
        texel_bytes(site) * up.rows * UP_WIDTH + 16 * vectors * (up.height + UP_WIDTH),
    };
    int most = 0;
    for (size_t i = 0; i < ARRAY_COUNT(shared); i++)
        most = shared[i] > most ? shared[i] : most;
    return most;
}

void pyramid_groups_defines(const struct effect_site *site, const struct deep *deep,
                            const struct pyramid_rise *rise, struct step_writer *defines)
{
    const struct up up = make_up(rise);
    deep_defines(deep, defines);
    step_writef(
        defines,
        " TENT SCATTERS LANES=%d SERVING_ONCE=%d SERVING_TWICE=%d THREADS=%d SMOOTH_LANES=%d "
        "SMOOTH_WIDTH=%d SMOOTH_HEIGHT=%d CELL=%d TAPS=%d UP_WIDTH=%d UP_HEIGHT=%d%s",
        LANES, SERVING_ONCE, SERVING_TWICE, HALF_STEP_THREADS, SMOOTH_LANES, SMOOTH_WIDTH,
        SMOOTH_HEIGHT, up.cell, up.taps, UP_WIDTH, up.height,
        is_packed(site) ? " WORDS HALVES" : "");
}
