#include "effects/blur/deep.h"

#include "effects/blur/margin.h"
#include "effects/tuning.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

enum { THREADS = HALF_STEP_THREADS };

int deep_from(int levels, int to)
{
    return levels - to > DEEP_MAX_TURN ? levels - DEEP_MAX_TURN : to;
}

// ---- sizes of tiles

// The tiles that a group of deep.comp holds: for each level below the output, texels along a side.
// Element 0 is the level below the output.
struct tiles {
    int lift, turn; // number of steps up above the level of the input, and of steps down from it
    int up[DEEP_MAX_STEPS];  // texels that the step up into the level writes
    int all[DEEP_MAX_STEPS]; // with the texels that only steps down need
};

static struct tiles tiles_of(const struct deep *deep)
{
    struct tiles of = { .lift = deep->from - deep->to, .turn = deep->levels - deep->from };
    of.turn = of.turn > 0 ? of.turn : 1;        // with 0 the program does not run
    for (int i = 0; i < of.lift + of.turn; i++) // a tile at an odd position may need one more texel
        of.all[i] = of.up[i] = i == 0 ? DEEP_TILE / 2 + 4 : of.up[i - 1] / 2 + (i == 1 ? 4 : 5);
    const int last = of.lift + of.turn - 1;
    if (deep->smoothed == deep->levels) // smoothing reads two more texels on each side
        of.all[last] = of.up[last] += 4;
    if (of.turn == 2)
        of.all[of.lift] = 2 * (of.up[of.lift + 1] + deep->down_reach);
    return of;
}

// Returns the number of texels of the first `count` tiles.
static int texels_of(const struct tiles *of, int count)
{
    int texels = 0;
    for (int i = 0; i < count; i++)
        texels += of->all[i] * of->all[i];
    return texels;
}

// down_tile returns the side, in texels, of a group's part of the output of deep_down.comp;
// down_side that of the level `above` levels above the output.
static int down_tile(const struct deep *deep)
{
    const int wide = deep->has_floats ? DEEP_DOWN_TILE_OF_FLOATS : DEEP_DOWN_TILE_OF_PYRAMID;
    return deep->down_reach > 1 ? wide : DEEP_DOWN_TILE;
}

static int down_side(const struct deep *deep, int above)
{
    const int side = above > 1 ? down_side(deep, above - 1) : down_tile(deep);
    return 2 * (side + deep->down_reach);
}

void deep_defines(const struct deep *deep, struct step_writer *defines)
{
    const struct tiles of = tiles_of(deep);
    const int steps = of.lift + of.turn;
    int firsts[DEEP_MAX_STEPS + 1];
    for (int i = 0; i <= steps; i++)
        firsts[i] = texels_of(&of, i);
    step_writef(defines, " EDGE=%d DOWN_REACH=%d DOWN_SIDES=%d,%d,%d DEEP_TILE=%d LIFT=%d TURN=%d",
                (int) deep->edge, deep->down_reach, down_tile(deep), down_side(deep, 1),
                down_side(deep, 2), DEEP_TILE, of.lift, of.turn);
    effect_define_list(defines, "UP_SIDES", of.up, steps);
    effect_define_list(defines, "TILE_SIDES", of.all, steps);
    effect_define_list(defines, "TILE_FIRSTS", firsts, steps + 1);
    if (deep->smoothed > 0)
        step_writef(defines, " SMOOTHED=%d", deep->smoothed - deep->to - 1);
}

int deep_shared(const struct deep *deep)
{
    const struct tiles of = tiles_of(deep);
    const int first = down_side(deep, 2), second = down_side(deep, 1);
    const int round = texels_of(&of, of.lift + of.turn), down = first * first + second * second;
    return (round > down ? round : down) * (deep->has_floats ? 16 : 8);
}

// ---- running

// Returns the number of filtered reads per texel of a step down, for a part with `side` texels
// along each side, in which an invocation computes several texels of a column.
static double reads_of_part(const struct deep *deep, int side)
{
    const int rows = divide_up(side, THREADS / side);
    return deep->down_reach > 1 ? 5 + 8.0 / rows : 3 + 2.0 / rows;
}

static double reads_again(const struct deep *deep)
{
    return deep->down_reach > 1 ? 36 : 16;
}

struct texture *deep_down(const struct effect_call *call, const struct program *program,
                          const struct deep *deep, const struct texture *from, int level, int steps,
                          struct texture *kept[])
{
    struct texture *to = levels_acquire(call, level);
    const int tile = down_tile(deep), first = down_side(deep, steps - 1);
    struct pass pass = {
        .verb = "down",
        .program = program,
        .inputs = { { from, FILTER_LINEAR, deep->edge } },
        .output = to,
        .uniforms = { levels_sizes(from, to), margin_uniform(call, from) },
        .groups = { divide_up(to->width, tile), divide_up(to->height, tile) },
        .work = { .bilinear = reads_of_part(deep, first) * first * first / (tile * tile) },
    };
    for (int above = steps - 2; above >= 0; above--) {
        const int side = above > 0 ? down_side(deep, above) : tile;
        pass.work.shared += reads_again(deep) * side * side / (tile * tile);
    }
    for (int i = 0; kept && i < steps - 1; i++) {
        const int between = level - steps + 1 + i;
        kept[between] = levels_acquire(call, between);
        pass.images[i] = (struct pass_image){ .target = kept[between] };
    }
    pass_run(call->gpu, &pass);
    return to;
}

struct texture *deep_go_round(const struct effect_call *call, const struct deep_round *round)
{
    const struct deep *deep = round->deep;
    const int steps = deep->levels - deep->to;
    const struct tiles of = tiles_of(deep);
    const int first = of.all[of.lift], deepest = of.up[of.lift + of.turn - 1];
    const double tile = DEEP_TILE * DEEP_TILE;
    struct texture *to = levels_acquire(call, deep->to);
    struct pass pass = {
        .verb = "down and up",
        .program = round->program,
        .inputs = { { round->from, FILTER_LINEAR, deep->edge } },
        .output = to,
        .uniforms = { U_SIZE(to->width, to->height),
                      U_FLOAT_ARRAY("u_shares", steps, round->shares),
                      U_FLOAT_ARRAY("u_weights", HALF_STEP_WEIGHTS * steps, round->weights),
                      U_VEC3("u_smooth", round->smooth[0], round->smooth[1], round->smooth[2]) },
        .groups = { divide_up(to->width, DEEP_TILE), divide_up(to->height, DEEP_TILE) },
        .work = { .bilinear = reads_of_part(deep, first) * first * first / tile, .shared = 8 },
    };
    for (int i = 0; i < of.lift + of.turn - 1; i++)
        pass.work.shared += 8 * of.up[i] * of.up[i] / tile;
    if (of.turn == 2)
        pass.work.shared += reads_again(deep) * deepest * deepest / tile;
    for (int level = deep->to; level < deep->from; level++)
        pass.inputs[1 + level - deep->to] = (struct pass_input){ round->kept[level] };
    pass_run(call->gpu, &pass);
    for (int level = deep->to; level < deep->from; level++)
        levels_release(call, round->kept[level]);
    return to;
}
