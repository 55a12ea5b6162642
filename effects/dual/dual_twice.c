#include "effects/dual/dual_twice.h"

#include "effects/tuning.h"
#include "render/image/divide.h"

#include <assert.h>
#include <stdio.h>

// Groups of each program: their invocations, and the texels that they make of their output. A walk
// down has a column of the level between for each of its lanes, of which two on each side only
// serve. A walk up makes rows of the output two at a time.
enum { LANES = DUAL_WALK_LANES, WALK_WIDTH = (LANES - 4) / 2 };
enum { THREADS = HALF_STEP_THREADS };
enum {
    UP_WIDTH = DUAL_UP_WIDTH,
    UP_ROWS = DUAL_UP_ROWS,
    UP_HEIGHT = 2 * UP_ROWS * THREADS / UP_WIDTH
};

// Texels along a side of what a group holds in dual_up_twice.comp of the level between and of the
// input.
enum { UP_BETWEEN_WIDTH = UP_WIDTH / 2 + 4, UP_BETWEEN_HEIGHT = UP_HEIGHT / 2 + 4 };
enum { UP_COARSE_WIDTH = UP_BETWEEN_WIDTH / 2 + 4, UP_COARSE_HEIGHT = UP_BETWEEN_HEIGHT / 2 + 4 };

enum { SUBGROUP = 32 }; // in whose halves dual_up_twice.comp swaps texels

enum { THRICE_LOWER = 2 * DUAL_THRICE_TILE + 2, THRICE_UPPER = 2 * THRICE_LOWER + 2 };
enum { THRICE_HELD = THRICE_UPPER * THRICE_UPPER + THRICE_LOWER * THRICE_LOWER };

// ---- how the deepest levels are divided

// So many levels that none which keeps light (SIGMA_SCATTER_OCTAVES and the one that fades in) lies
// two above them.
enum { MOST_TURN = 2, MOST_LIFT = 3, MOST_TILES = MOST_TURN + MOST_LIFT };
static_assert((int) MOST_TILES > (int) SIGMA_SCATTER_OCTAVES,
              "a level that a step up ends at keeps light");

struct dual_deep dual_deep_of(const struct sigma_dual *dual)
{
    const int levels = dual->levels;
    if (levels < 3)
        return (struct dual_deep){ levels, levels };
    struct dual_deep deep = { .to = 2 };
    while (levels - deep.to > MOST_TILES)
        deep.to += 2;
    deep.from = levels - deep.to > MOST_TURN ? levels - MOST_TURN : deep.to;
    return deep;
}

// What a group of dual_deep.comp holds: of each level below the output, texels along a side.
struct tiles {
    int lift, turn;        // steps up above the input, and down from it
    int up[MOST_TILES];    // what is stepped up
    int sides[MOST_TILES]; // all
};

static struct tiles tiles_of(const struct effect_site *site)
{
    const struct sigma_dual dual = dual_solve_site(site);
    const struct dual_deep deep = dual_deep_of(&dual);
    struct tiles of = { .lift = deep.from - deep.to, .turn = dual.levels - deep.from };
    of.turn = of.turn > 0 ? of.turn : 1;        // its program is not run
    for (int i = 0; i < of.lift + of.turn; i++) // an odd place may take one texel more
        of.sides[i] = of.up[i] =
            i == 0 ? DUAL_DEEP_TILE / 2 + 4 : of.up[i - 1] / 2 + (i == 1 ? 4 : 5);
    if (of.turn == 2)
        of.sides[of.lift] = 2 * of.up[of.lift + 1] + 2;
    return of;
}

static int tiles_texels(const struct tiles *of)
{
    int texels = 0;
    for (int i = 0; i < of->lift + of->turn; i++)
        texels += of->sides[i] * of->sides[i];
    return texels;
}

// ---- programs

int dual_twice_vary(const struct effect_site *site, char *defines, size_t size)
{
    const struct tiles of = tiles_of(site);
    return snprintf(
        defines, size,
        "EDGE=%d LANES=%d THRICE_TILE=%d DEEP_TILE=%d LIFT=%d TURN=%d UP_WIDTH=%d WALK_ROWS=%d%s",
        (int) dual_edge(site), LANES, DUAL_THRICE_TILE, DUAL_DEEP_TILE, of.lift, of.turn, UP_WIDTH,
        UP_ROWS, site->info->shuffles == SUBGROUP ? " SHUFFLES" : "");
}

// The most that a pass holds: the walk down, three steps down or the deepest levels, or the way up.
int dual_twice_shared(const struct effect_site *site)
{
    const struct tiles of = tiles_of(site);
    const int texel = site->format == FORMAT_RGBA32F ? 16 : 8;
    const int walk = 16 * (2 * 2 * LANES + 2 * (LANES + 1));
    const int held = tiles_texels(&of), deep = texel * (held > THRICE_HELD ? held : THRICE_HELD);
    const int up =
        texel * (UP_BETWEEN_WIDTH * UP_BETWEEN_HEIGHT + UP_COARSE_WIDTH * UP_COARSE_HEIGHT);
    const int most = walk > deep ? walk : deep;
    return most > up ? most : up;
}

// ---- down

// Rows of the output in a strip.
static int walk_rows(const struct texture *to, bool is_joined)
{
    const int strips = divide_up(to->width, WALK_WIDTH);
    const int rows = strips * to->height / (is_joined ? DUAL_WALK_GROUPS_JOINED : DUAL_WALK_GROUPS);
    return rows < DUAL_WALK_LEAST_ROWS  ? DUAL_WALK_LEAST_ROWS
           : rows > DUAL_WALK_MOST_ROWS ? DUAL_WALK_MOST_ROWS
                                        : rows;
}

struct texture *dual_down_twice(const struct effect_call *call, const struct sigma_dual *dual,
                                const struct texture *from, int level, struct dual_kept *kept)
{
    struct texture *to = levels_acquire(call, level);
    const bool keeps = dual_keeps(dual, level - 1);
    const bool is_joined = from == call->input && call->before;
    const int rows = walk_rows(to, is_joined);
    struct pass pass = {
        .verb = "down",
        .program = call->programs[keeps ? DUAL_DOWN_TWICE_KEEP : DUAL_DOWN_TWICE],
        .inputs = { { from, FILTER_LINEAR, dual_edge(&call->site) } },
        .output = to,
        .uniforms = { levels_sizes(from, to), U_INT(rows) },
        .groups = { divide_up(to->width, WALK_WIDTH), divide_up(to->height, rows) },
    };
    if (keeps) {
        kept->levels[level - 1] = levels_acquire(call, level - 1);
        pass.images[0] = (struct pass_image){ .target = kept->levels[level - 1] };
    }
    if (is_joined) {
        effect_join(call->before, &pass);
        pass.inputs[0].filter = FILTER_NEAREST;
    }
    pass_run(call->gpu, &pass);
    return to;
}

struct texture *dual_down_thrice(const struct effect_call *call, const struct sigma_dual *dual,
                                 const struct texture *from, int level, struct dual_kept *kept)
{
    struct texture *to = levels_acquire(call, level);
    const bool keeps = dual_keeps(dual, level - 2) || dual_keeps(dual, level - 1);
    struct pass pass = {
        .verb = "down",
        .program = call->programs[keeps ? DUAL_DOWN_THRICE_KEEP : DUAL_DOWN_THRICE],
        .inputs = { { from, FILTER_LINEAR, dual_edge(&call->site) } },
        .output = to,
        .uniforms = { levels_sizes(from, to) },
        .groups = { divide_up(to->width, DUAL_THRICE_TILE),
                    divide_up(to->height, DUAL_THRICE_TILE) },
    };
    for (int i = 0; keeps && i < 2; i++) {
        kept->levels[level - 2 + i] = levels_acquire(call, level - 2 + i);
        pass.images[i] = (struct pass_image){ .target = kept->levels[level - 2 + i] };
    }
    pass_run(call->gpu, &pass);
    return to;
}

// ---- down and up

enum { DEEP_WEIGHTS_AT = 6 }; // their location

// Levels that it goes up again above the one that it reads, where they keep light.
static void mix_in_deep(const struct sigma_dual *dual, const struct dual_deep *deep,
                        const struct dual_kept *kept, struct pass *pass)
{
    for (int level = deep->to; level < deep->from; level++)
        if (dual_keeps(dual, level))
            pass->inputs[1 + level - deep->to] = (struct pass_input){ kept->levels[level] };
}

struct texture *dual_go_round(const struct effect_call *call, const struct sigma_dual *dual,
                              const struct texture *from, struct dual_kept *kept)
{
    const struct dual_deep deep = dual_deep_of(dual);
    const int steps = dual->levels - deep.to;
    struct texture *to = levels_acquire(call, deep.to);
    float weights[MOST_TILES * HALF_STEP_WEIGHTS], shares[MOST_TILES];
    for (int i = 0; i < steps; i++) {
        half_step_make_weights(i == steps - 1 ? dual->deepest : dual->up, to,
                               weights + i * HALF_STEP_WEIGHTS);
        shares[i] = (float) dual->shares[deep.to + i];
    }
    struct pass pass = {
        .verb = "down and up",
        .program = call->programs[DUAL_DEEP],
        .inputs = { { from, FILTER_LINEAR, dual_edge(&call->site) } },
        .output = to,
        .uniforms = { U_VEC2((float) to->width, (float) to->height), U_FLOAT_ARRAY(steps, shares),
                      [DEEP_WEIGHTS_AT] = U_FLOAT_ARRAY(HALF_STEP_WEIGHTS * steps, weights) },
        .groups = { divide_up(to->width, DUAL_DEEP_TILE), divide_up(to->height, DUAL_DEEP_TILE) },
    };
    mix_in_deep(dual, &deep, kept, &pass);
    pass_run(call->gpu, &pass);
    for (int level = deep.to; level < deep.from; level++)
        levels_release(call, kept->levels[level]);
    return to;
}

// ---- up

void dual_up_twice(const struct effect_call *call, const struct sigma_dual *dual, int level,
                   const struct texture *from, struct texture *to, struct dual_kept *kept)
{
    assert(!dual_keeps(dual, level));
    const bool is_deepest = level + 2 == dual->levels;
    float weights[2 * HALF_STEP_WEIGHTS];
    half_step_make_weights(dual->up, to, weights);
    half_step_make_weights(is_deepest ? dual->deepest : dual->up, to, weights + HALF_STEP_WEIGHTS);
    struct pass pass = {
        .verb = "up",
        .program = call->programs[DUAL_UP_TWICE],
        .inputs = { { from, FILTER_NEAREST, dual_edge(&call->site) } },
        .output = to,
        .uniforms = { levels_sizes(from, to),
                      U_INT(UP_ROWS),
                      { UNIFORM_NONE },
                      U_FLOAT_ARRAY(2 * HALF_STEP_WEIGHTS, weights) },
        .groups = { divide_up(to->width, UP_WIDTH), divide_up(to->height, UP_HEIGHT) },
    };
    if (dual_keeps(dual, level + 1)) {
        pass.program = call->programs[DUAL_UP_TWICE_MIX];
        pass.inputs[1] = (struct pass_input){ kept->levels[level + 1] };
        pass.uniforms[2] = (struct uniform) U_FLOAT((float) dual->shares[level + 1]);
    }
    if (to == call->output)
        effect_join(call->after, &pass);
    pass_run(call->gpu, &pass);
    levels_release(call, kept->levels[level + 1]);
}

// ---- costs

static void cost_pass(const struct effect_site *site, int level, struct cost *cost)
{
    cost->stores += levels_texels(site, level);
    cost->passes++;
}

// The two texels that serve a strip on each side are read again.
void dual_cost_down_twice(const struct effect_site *site, int level, struct cost *cost)
{
    const double read = 1.2 * levels_texels(site, level);
    cost->bilinear += 8 * read;
    cost->shared += 12 * read;
    cost_pass(site, level, cost);
}

void dual_cost_down_thrice(const struct effect_site *site, int level, struct cost *cost)
{
    const double groups = levels_texels(site, level) / (DUAL_THRICE_TILE * DUAL_THRICE_TILE);
    cost->bilinear += 5 * THRICE_UPPER * THRICE_UPPER * groups;
    cost->shared += 16 * THRICE_LOWER * THRICE_LOWER * groups + 16 * levels_texels(site, level);
    cost_pass(site, level, cost);
}

void dual_cost_go_round(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_dual dual = dual_solve_site(site);
    const struct dual_deep deep = dual_deep_of(&dual);
    const struct tiles of = tiles_of(site);
    const double texels = levels_texels(site, deep.to), tile = DUAL_DEEP_TILE * DUAL_DEEP_TILE;
    double made = 0;
    for (int i = 0; i < of.lift + of.turn - 1; i++)
        made += of.up[i] * of.up[i];
    const int deepest = of.up[of.lift + of.turn - 1];
    cost->bilinear += 5 * of.sides[of.lift] * of.sides[of.lift] / tile * texels;
    cost->shared +=
        (8 * (1 + made / tile) + (of.turn == 2 ? 16 * deepest * deepest / tile : 0)) * texels;
    cost_pass(site, deep.to, cost);
}

void dual_cost_up_twice(const struct effect_site *site, int level, struct cost *cost)
{
    const double texels = levels_texels(site, level), tile = UP_WIDTH * UP_HEIGHT;
    const double between = UP_BETWEEN_WIDTH * UP_BETWEEN_HEIGHT;
    const double coarse = UP_COARSE_WIDTH * UP_COARSE_HEIGHT;
    cost->texels += coarse / tile * texels;
    cost->shared += (3 + 4 * between / tile) * texels;
    cost_pass(site, level, cost);
}
