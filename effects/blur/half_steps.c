#include "effects/blur/half_steps.h"

#include "effects/blur/half_lift.h"
#include "effects/blur/margin.h"
#include "effects/tuning.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

#include <assert.h>
#include <math.h>

// Sizes of the groups of the blocked programs. UP_BESIDE is the number of coarse texels on each
// side of a tile that the taps of a step up reach.
enum { THREADS = HALF_STEP_THREADS, DOWN_TILE = HALF_STEP_DOWN_TILE, UP_BESIDE = 2 };
enum { UP_TILE = HALF_STEP_UP_TILE, UP_ROWS = HALF_STEP_UP_ROWS };
enum { UP_TILE_HEIGHT = UP_ROWS * THREADS / (2 * UP_TILE) }; // in coarse texels

// Sizes in shared memory: corners between texels, along a side of a tile of a step down, and coarse
// texels that a tile of a step up reads.
enum { DOWN_CORNERS = DOWN_TILE + 1 };
enum { UP_WIDTH = UP_TILE + 2 * UP_BESIDE, UP_HEIGHT = UP_TILE_HEIGHT + 2 * UP_BESIDE };

enum { MIDDLE_WEIGHT = 9 }; // index of the weight of the coarse texel that covers the output texel

void half_steps_defines(const struct effect_site *site, struct step_writer *defines)
{
    step_writef(defines,
                " %s THREADS=%d DOWN_TILE=%d UP_TILE=%d,%d UP_HELD=%d,%d UP_ROWS=%d UP_BESIDE=%d",
                site->format == FORMAT_RGBA32F ? "FLOATS" : "HALVES", THREADS, DOWN_TILE, UP_TILE,
                UP_TILE_HEIGHT, UP_WIDTH, UP_HEIGHT, UP_ROWS, UP_BESIDE);
}

int half_steps_shared(const struct effect_site *site)
{
    const int down = 16 * DOWN_CORNERS * DOWN_CORNERS;
    const int up = UP_WIDTH * UP_HEIGHT * (site->format == FORMAT_RGBA32F ? 16 : 8);
    return down > up ? down : up;
}

// ---- steps

struct texture *half_step_down(const struct effect_call *call, const struct program *program,
                               const struct texture *from, double offset)
{
    struct texture *to = levels_acquire_half(call, from);
    const struct pass pass = {
        .verb = "down",
        .program = program,
        .inputs = { { from, FILTER_LINEAR, effect_edge(&call->site) } },
        .output = to,
        .uniforms = { U_FLOAT("u_offset", (float) offset) },
        .work = { .bilinear = 5 },
    };
    pass_run(call->gpu, &pass);
    return to;
}

void half_step_up(const struct effect_call *call, const struct half_step_up *step)
{
    const struct pass pass = {
        .verb = "up",
        .program = step->program,
        .inputs = { { step->from, FILTER_LINEAR, effect_edge(&call->site) }, { step->finer } },
        .output = step->to,
        .uniforms = { U_FLOAT("u_offset", (float) step->offset),
                      U_FLOAT("u_share", (float) step->share) },
        .work = { .bilinear = 8, .texels = step->finer ? 1 : 0 },
    };
    pass_run(call->gpu, &pass);
}

void half_columns_defines(const struct effect_site *site, struct step_writer *defines)
{
    step_writef(defines, " EDGE=%d COLUMN_LANES=%d DOWN_COLUMNS=%d", (int) effect_edge(site),
                HALF_COLUMN_LANES, HALF_COLUMN_DOWN);
}

struct texture *half_step_down_column(const struct effect_call *call, const struct program *program,
                                      const struct texture *from, double offset)
{
    struct texture *to = levels_acquire_half(call, from);
    assert(offset == 1);
    (void) offset;
    struct pass pass = {
        .verb = "down",
        .program = program,
        .inputs = { { from, FILTER_NEAREST, effect_edge(&call->site) } },
        .output = to,
        .uniforms = { levels_sizes(from, to), U_INT("u_rows", HALF_COLUMN_ROWS) },
        .groups = { divide_up(to->width, HALF_COLUMN_LANES * HALF_COLUMN_DOWN),
                    divide_up(to->height, HALF_COLUMN_ROWS) },
        .work = { .texels = (4 + 4.0 / HALF_COLUMN_DOWN) * (1 + 1.0 / HALF_COLUMN_ROWS) },
    };
    effect_join_before(call, &pass);
    pass_run(call->gpu, &pass);
    return to;
}

void half_step_up_column(const struct effect_call *call, const struct half_step_up *step)
{
    float weights[HALF_STEP_WEIGHTS];
    half_step_make_weights(step->offset, step->to, weights);
    struct pass pass = {
        .verb = "up",
        .program = step->program,
        .inputs = { { step->from, FILTER_NEAREST, effect_edge(&call->site) }, { step->finer } },
        .output = step->to,
        .uniforms = { levels_sizes(step->from, step->to), U_INT("u_rows", HALF_COLUMN_ROWS),
                      U_FLOAT("u_share", (float) step->share),
                      U_FLOAT_ARRAY("u_weights", HALF_STEP_WEIGHTS, weights) },
        .groups = { divide_up(step->to->width, HALF_COLUMN_LANES),
                    divide_up(step->to->height, 2 * HALF_COLUMN_ROWS) },
        .work = { .texels = 2 + 8.0 / HALF_COLUMN_ROWS + (step->finer ? 1 : 0), .sums = 11 },
    };
    effect_join_after(call, &pass);
    pass_run(call->gpu, &pass);
}

struct texture *half_step_down_blocked(const struct effect_call *call,
                                       const struct program *program, const struct texture *from)
{
    struct texture *to = levels_acquire_half(call, from);
    struct pass pass = {
        .verb = "down",
        .program = program,
        .inputs = { { from, FILTER_LINEAR, effect_edge(&call->site) } },
        .output = to,
        .uniforms = { margin_uniform(call, from) },
        .groups = { divide_up(to->width, DOWN_TILE), divide_up(to->height, DOWN_TILE) },
        .work = { .bilinear = 1 + DOWN_CORNERS * DOWN_CORNERS / (DOWN_TILE * DOWN_TILE),
                  .shared = 4 },
    };
    effect_join_before(call, &pass);
    pass_run(call->gpu, &pass);
    return to;
}

void half_step_up_blocked(const struct effect_call *call, const struct half_step_up *step)
{
    struct texture *to = step->to;
    const struct margin margin = margin_around(call, to);
    float weights[HALF_STEP_WEIGHTS];
    half_step_make_weights(step->offset, to, weights);
    struct pass pass = {
        .verb = "up",
        .program = step->program,
        .inputs = { { step->from, FILTER_NEAREST, effect_edge(&call->site) } },
        .output = to,
        .uniforms = { levels_sizes(step->from, to),
                      U_FLOAT_ARRAY("u_weights", HALF_STEP_WEIGHTS, weights),
                      margin_uniform(call, to) },
        .groups = { divide_up(to->width + margin.x % 2, 2 * UP_TILE),
                    divide_up(to->height + margin.y % 2, 2 * UP_TILE_HEIGHT) },
        .work = { .texels = (double) UP_WIDTH * UP_HEIGHT / (4 * UP_TILE * UP_TILE_HEIGHT),
                  .shared = 4.25 },
    };
    effect_join_after(call, &pass);
    pass_run(call->gpu, &pass);
}

// ---- weights

// Returns the weight that a bilinear tap gives a texel at that distance, in texels.
static double hat(double distance)
{
    return fmax(0, 1 - fabs(distance));
}

// The filter is a sum of products of weights along x and along y, with the same weights along both
// axes. The output texel is a quarter of a coarse texel from the centre of the coarse texel that
// covers it, around which weights are indexed.
void half_step_make_weights(double offset, const struct texture *to,
                            float weights[HALF_STEP_WEIGHTS])
{
    double sides[5], centre[5], corners[5], rest = 1;
    int count = 0;
    for (int i = 0; i < 5; i++) {
        const double at = i - 2 + 0.25;
        sides[i] = hat(at - offset) + hat(at + offset);
        centre[i] = hat(at);
        corners[i] = hat(at - offset / 2) + hat(at + offset / 2);
    }
    for (int y = 0; y < 5; y++)
        for (int x = y; x < 5; x++) {
            const double weight =
                (sides[x] * centre[y] + centre[x] * sides[y] + 2 * corners[x] * corners[y]) / 12;
            weights[count] = (float) weight;
            rest -= (double) weights[count++] * (x == y ? 1 : 2);
        }
    weights[MIDDLE_WEIGHT] += (float) (rest + half_lift(to->format));
}
