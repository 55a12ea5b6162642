#include "effects/blur/half_twice.h"

#include "effects/blur/margin.h"
#include "effects/tuning.h"
#include "render/context/context.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

// Sizes of the groups of each program and of their parts of the output, in texels. Down: each
// invocation has a column of the level between; the two outermost columns on each side are only
// used by their neighbours. Up: an invocation computes two rows of the output at a time.
enum { LANES = HALF_WALK_LANES, WALK_WIDTH = (LANES - 4) / 2 };
enum {
    UP_WIDTH = HALF_UP_TWICE_WIDTH,
    UP_ROWS = HALF_UP_TWICE_ROWS,
    UP_HEIGHT = 2 * UP_ROWS * HALF_STEP_THREADS / UP_WIDTH
};

// Sizes of the parts of the level between and of the input that a group of dual/up_twice.comp holds
// in shared memory, in texels.
enum { BETWEEN_WIDTH = UP_WIDTH / 2 + 4, BETWEEN_HEIGHT = UP_HEIGHT / 2 + 4 };
enum { COARSE_WIDTH = BETWEEN_WIDTH / 2 + 4, COARSE_HEIGHT = BETWEEN_HEIGHT / 2 + 4 };

// Size of a subgroup for which dual/up_twice.comp exchanges texels by shuffles.
enum { SUBGROUP = 32 };

void half_twice_defines(const struct effect_site *site, struct step_writer *defines)
{
    half_steps_defines(site, defines);
    step_writef(defines, " WALK_LANES=%d WALK_WIDTH=%d WALK_ROWS=%d UP_SIZES=%d,%d,%d,%d,%d,%d%s",
                LANES, WALK_WIDTH, UP_ROWS, UP_WIDTH, UP_HEIGHT, BETWEEN_WIDTH, BETWEEN_HEIGHT,
                COARSE_WIDTH, COARSE_HEIGHT, site->info->shuffles == SUBGROUP ? " SHUFFLES" : "");
}

int half_twice_shared(const struct effect_site *site)
{
    const int walk = 16 * (2 * 2 * LANES + 2 * (LANES + 1)), steps = half_steps_shared(site);
    const int texels = BETWEEN_WIDTH * BETWEEN_HEIGHT + COARSE_WIDTH * COARSE_HEIGHT;
    const int up = texels * (site->format == FORMAT_RGBA32F ? 16 : 8);
    const int most = walk > up ? walk : up;
    return most > steps ? most : steps;
}

// ---- down

// The factor by which reads increase because two columns on each side of a strip are also read by
// its neighbours.
static const double walk_again = 1.2;

struct texture *half_down_twice(const struct effect_call *call, const struct program *program,
                                const struct texture *from, int level, struct texture **between)
{
    struct texture *to = levels_acquire(call, level);
    const bool is_joined = from == call->input && call->before;
    const int strips = divide_up(to->width, WALK_WIDTH);
    const int even = strips * to->height / (is_joined ? HALF_WALK_GROUPS_JOINED : HALF_WALK_GROUPS);
    const int rows = even < HALF_WALK_MIN_ROWS   ? HALF_WALK_MIN_ROWS
                     : even > HALF_WALK_MAX_ROWS ? HALF_WALK_MAX_ROWS
                                                 : even;
    struct pass pass = {
        .verb = "down",
        .program = program,
        .inputs = { { from, FILTER_LINEAR, effect_edge(&call->site) } },
        .output = to,
        .uniforms = { levels_sizes(from, to), U_INT("u_rows", rows), margin_uniform(call, from) },
        .groups = { strips, divide_up(to->height, rows) },
        .work = { .bilinear = 8 * walk_again, .shared = 12 * walk_again },
    };
    if (between) {
        *between = levels_acquire(call, level - 1);
        pass.images[0] = (struct pass_image){ .target = *between };
    }
    if (is_joined)
        pass.inputs[0].filter = FILTER_NEAREST;
    effect_join_before(call, &pass);
    pass_run(call->gpu, &pass);
    return to;
}

// ---- up

void half_up_twice(const struct effect_call *call, const struct half_up_twice *step)
{
    const double tile = UP_WIDTH * UP_HEIGHT;
    struct texture *to = step->to;
    const struct margin margin = margin_around(call, to);
    float weights[2 * HALF_STEP_WEIGHTS];
    half_step_make_weights(step->between_offset, to, weights);
    half_step_make_weights(step->offset, to, weights + HALF_STEP_WEIGHTS);
    struct pass pass = {
        .verb = "up",
        .program = step->program,
        .inputs = { { step->from, FILTER_NEAREST, effect_edge(&call->site) }, { step->between } },
        .output = to,
        .uniforms = { levels_sizes(step->from, to), U_INT("u_rows", UP_ROWS),
                      U_FLOAT("u_share", (float) step->share),
                      U_FLOAT_ARRAY("u_weights", 2 * HALF_STEP_WEIGHTS, weights),
                      margin_uniform(call, to) },
        .groups = { divide_up(to->width + margin.x % 4, UP_WIDTH),
                    divide_up(to->height + margin.y % 4, UP_HEIGHT) },
        .work = { .texels = COARSE_WIDTH * COARSE_HEIGHT / tile + (step->between ? 0.25 : 0),
                  .shared = 3 + 4 * BETWEEN_WIDTH * BETWEEN_HEIGHT / tile },
    };
    effect_join_after(call, &pass);
    pass_run(call->gpu, &pass);
}
