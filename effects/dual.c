// The dual filter: half the size, and half again, each time with five taps; then up again with
// eight. Every level costs a quarter of the one before and doubles the width, so that a very wide
// blur costs hardly more than a narrow one. The steps are smooth enough that a small bright thing
// does not shimmer when it moves, which a chain of 2x2 averages cannot say.

#include "effects/dual.h"

#include <stdio.h>

enum { MAX_SIGMA = 250 };

struct sigma_dual dual_solve(const struct dual_params *p, int height)
{
    const struct sigma_dual_knobs knobs = {
        .sigma = (double) length_pixels(p->sigma, height),
        .levels = p->levels,
        .offset = (double) p->offset,
        .source_taps = p->taps == DUAL_TAPS_SOURCE,
    };
    return sigma_dual_solve(&knobs);
}

int dual_halved(int n, int times)
{
    return (n + (1 << times) - 1) >> times;
}

double dual_texels(const struct effect_call *call, int level)
{
    return (double) dual_halved(call->width, level) * dual_halved(call->height, level);
}

struct texture *dual_level(const struct effect_call *call, int level)
{
    return texture_pool_acquire(&call->gpu->pool, dual_halved(call->width, level),
                                dual_halved(call->height, level), call->format);
}

struct texture *dual_down(const struct effect_call *call, const struct program *program,
                          enum edge edge, const struct texture *from, double offset)
{
    struct texture *to = texture_pool_acquire(&call->gpu->pool, dual_halved(from->width, 1),
                                              dual_halved(from->height, 1), call->format);
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "down %dx%d", to->width, to->height);
    const struct pass pass = {
        .label = label,
        .program = program,
        .inputs = { { from, FILTER_LINEAR, edge } },
        .output = to,
        .uniforms = { U_FLOAT((float) offset) },
    };
    pass_run(call->gpu, &pass);
    return to;
}

// `finer`, when not NULL, keeps what `fade` leaves of the light.
static void run_up(const struct effect_call *call, const struct program *program, enum edge edge,
                   const struct texture *from, const struct texture *finer, struct texture *to,
                   double offset, double fade)
{
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "up %dx%d", to->width, to->height);
    struct pass pass = {
        .label = label,
        .program = program,
        .inputs = { { from, FILTER_LINEAR, edge }, { finer, FILTER_NEAREST, EDGE_CLAMP } },
        .output = to,
        .uniforms = { U_FLOAT((float) offset) },
    };
    if (finer)
        pass.uniforms[1] = (struct uniform) U_FLOAT((float) fade);
    pass_run(call->gpu, &pass);
}

void dual_up(const struct effect_call *call, const struct program *program, enum edge edge,
             const struct texture *from, struct texture *to, double offset)
{
    run_up(call, program, edge, from, NULL, to, offset, 1);
}

void dual_copy(const struct effect_call *call, const struct program *program)
{
    const struct pass pass = {
        .label = "copy",
        .program = program,
        .inputs = { { call->input, FILTER_NEAREST, EDGE_CLAMP } },
        .output = call->output,
    };
    pass_run(call->gpu, &pass);
}

enum { DOWN, UP, UP_FADE, COPY, DOWN_BLOCKED, DOWN_TWICE, UP_BLOCKED };

static enum edge edge_of(const struct effect_call *call)
{
    const struct dual_params *p = call->params;
    return (enum edge) p->edge;
}

// The deepest step up: into the level that it was made of, or beside it, while part of that level
// stays as it was.
static struct texture *turn_round(const struct effect_call *call, const struct sigma_dual *dual,
                                  const struct texture *deepest, const struct texture *finer,
                                  struct texture *to)
{
    const bool fades = dual->fade < 1;
    struct texture_pool *pool = &call->gpu->pool;
    if (fades && to != call->output)
        to = texture_pool_acquire(pool, finer->width, finer->height, finer->format);
    run_up(call, call->programs[fades ? UP_FADE : UP], edge_of(call), deepest, fades ? finer : NULL,
           to, dual->deepest, dual->fade);
    if (fades && to != call->output)
        texture_pool_release(pool, finer);
    return to;
}

static void run(const struct effect_call *call)
{
    const struct sigma_dual dual = dual_solve(call->params, call->height);
    const enum edge edge = edge_of(call);
    if (dual.levels == 0) {
        dual_copy(call, call->programs[COPY]);
        return;
    }

    struct texture *levels[SIGMA_DUAL_LEVELS + 1] = { call->output };
    const struct texture *from = call->input;
    for (int i = 1; i <= dual.levels; i++)
        from = levels[i] = dual_down(call, call->programs[DOWN], edge, from, dual.down);

    // On the way up each level takes the place of the one that went down.
    for (int i = dual.levels; i > 0; i--) {
        const struct texture *finer = i > 1 ? levels[i - 1] : call->input;
        if (i == dual.levels)
            levels[i - 1] = turn_round(call, &dual, levels[i], finer, levels[i - 1]);
        else
            dual_up(call, call->programs[UP], edge, levels[i], levels[i - 1], dual.up);
        texture_pool_release(&call->gpu->pool, levels[i]);
    }
}

// ---- many texels at once

// The levels below, where a step takes as long as its dispatch, are stepped plainly.
enum { BLOCKED_LEVELS_UP = 2 };

// Two steps at a time, since a level that is only passed through need not be stored. The last level
// before the light turns round is, and one that fades in below it.
static const struct texture *go_down(const struct effect_call *call, int levels,
                                     struct texture *made[])
{
    const enum edge edge = edge_of(call);
    const struct texture *from = call->input;
    int level = 0;
    for (; level + 2 <= levels; level += 2)
        from = made[level + 2] = dual_down_blocked(call, call->programs[DOWN_TWICE], edge, from, 2);
    if (level == levels)
        return from;
    made[levels] = level == 0 ? dual_down_blocked(call, call->programs[DOWN_BLOCKED], edge, from, 1)
                              : dual_down(call, call->programs[DOWN], edge, from, 1);
    return made[levels];
}

static void go_up(const struct effect_call *call, const struct sigma_dual *dual, int from,
                  struct texture *levels[])
{
    const enum edge edge = edge_of(call);
    for (int i = from; i > 0; i--) {
        const double offset = i == dual->levels ? dual->deepest : dual->up;
        if (!levels[i - 1])
            levels[i - 1] = dual_level(call, i - 1);
        if (i <= BLOCKED_LEVELS_UP)
            dual_up_blocked(call, call->programs[UP_BLOCKED], edge, levels[i], levels[i - 1],
                            offset);
        else
            dual_up(call, call->programs[UP], edge, levels[i], levels[i - 1], offset);
        texture_pool_release(&call->gpu->pool, levels[i]);
    }
}

static void run_blocked(const struct effect_call *call)
{
    const struct sigma_dual dual = dual_solve(call->params, call->height);
    if (dual.levels == 0) {
        dual_copy(call, call->programs[COPY]);
        return;
    }
    struct texture *levels[SIGMA_DUAL_LEVELS + 1] = { call->output };
    const int turn = dual.fade < 1 ? dual.levels - 1 : dual.levels;
    const struct texture *from = go_down(call, turn, levels);
    if (dual.fade < 1) {
        const struct texture *deepest =
            dual_down(call, call->programs[DOWN], edge_of(call), from, 1);
        levels[turn] = turn_round(call, &dual, deepest, from, levels[turn]);
        texture_pool_release(&call->gpu->pool, deepest);
    }
    go_up(call, &dual, turn, levels);
}

// ---- what it costs, and whether it can

// Between two levels, each down to or up from the next.
static void cost_down(const struct effect_call *call, int upper, int lower, struct cost *cost)
{
    for (int i = upper + 1; i <= lower; i++) {
        cost->bilinear += 5 * dual_texels(call, i);
        cost->stores += dual_texels(call, i);
        cost->passes++;
    }
}

static void cost_up(const struct effect_call *call, int upper, int lower, struct cost *cost)
{
    for (int i = upper; i < lower; i++) {
        cost->bilinear += 8 * dual_texels(call, i);
        cost->stores += dual_texels(call, i);
        cost->passes++;
    }
}

void dual_cost_down(const struct effect_call *call, int levels, struct cost *cost)
{
    cost_down(call, 0, levels, cost);
}

void dual_cost_up(const struct effect_call *call, int levels, struct cost *cost)
{
    cost_up(call, 0, levels, cost);
}

void dual_cost_copy(const struct effect_call *call, struct cost *cost)
{
    cost->texels += dual_texels(call, 0);
    cost->stores += dual_texels(call, 0);
    cost->passes++;
}

static void estimate(const struct effect_call *call, struct cost *cost)
{
    const struct sigma_dual dual = dual_solve(call->params, call->height);
    if (dual.levels == 0)
        dual_cost_copy(call, cost);
    dual_cost_down(call, dual.levels, cost);
    dual_cost_up(call, dual.levels, cost);
    if (dual.fade < 1)
        cost->texels += dual_texels(call, dual.levels - 1);
}

static void estimate_blocked(const struct effect_call *call, struct cost *cost)
{
    const struct sigma_dual dual = dual_solve(call->params, call->height);
    const int turn = dual.fade < 1 ? dual.levels - 1 : dual.levels;
    const int twice = turn / 2 * 2;
    if (dual.levels == 0)
        dual_cost_copy(call, cost);
    for (int i = 2; i <= twice; i += 2)
        dual_cost_down_blocked(call, i, 2, cost);
    if (turn == 1)
        dual_cost_down_blocked(call, 1, 1, cost);
    else
        cost_down(call, twice, turn, cost);
    cost_down(call, turn, dual.levels, cost);
    for (int i = 0; i < turn && i < BLOCKED_LEVELS_UP; i++)
        dual_cost_up_blocked(call, i, cost);
    cost_up(call, BLOCKED_LEVELS_UP < turn ? BLOCKED_LEVELS_UP : turn, dual.levels, cost);
    if (dual.fade < 1)
        cost->texels += dual_texels(call, dual.levels - 1);
}

// Four texels instead of one filtered read. Without a threshold before it nothing is gained.
static void estimate_joined(const struct effect_call *call, struct cost *cost)
{
    estimate_blocked(call, cost);
    cost->texels += 2 * dual_texels(call, 0);
}

static bool fits_blocked(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    const struct sigma_dual dual = dual_solve(call->params, call->height);
    if (dual.levels > 0 && dual.down != 1) {
        snprintf(why, EFFECT_WHY_SIZE,
                 "blocked needs the taps on the way down where they are published: taps=target, "
                 "offset=auto or 1");
        return false;
    }
    return true;
}

// A level that fades in below the picture itself reads it a second time, and puts it out by another
// program.
static int blocked_turn(const struct effect_call *call)
{
    const struct sigma_dual dual = dual_solve(call->params, call->height);
    return dual.fade < 1 ? dual.levels - 1 : dual.levels;
}

static int blocked_input_program(const struct effect_call *call)
{
    const int turn = blocked_turn(call);
    return turn == 0 ? -1 : turn == 1 ? DOWN_BLOCKED : DOWN_TWICE;
}

static int blocked_output_program(const struct effect_call *call)
{
    return blocked_turn(call) == 0 ? -1 : UP_BLOCKED;
}

#define PROGRAMS(FILE) \
    (const struct program_desc[]) \
    { \
        [DOWN] = { .file = FILE, .defines = "DOWN" }, [UP] = { .file = FILE, .defines = "UP" }, \
        [UP_FADE] = { .file = FILE, .defines = "UP FADE" }, \
        [COPY] = { .file = FILE, .defines = "COPY" }, { 0 }, \
    }

static const struct program_desc blocked_programs[] = {
    [DOWN] = { .file = "dual.comp", .defines = "DOWN" },
    [UP] = { .file = "dual.comp", .defines = "UP" },
    [UP_FADE] = { .file = "dual.comp", .defines = "UP FADE" },
    [COPY] = { .file = "dual.comp", .defines = "COPY" },
    [DOWN_BLOCKED] = { .file = "dual_blocked_down.comp", .defines = "LEVELS=1" },
    [DOWN_TWICE] = { .file = "dual_blocked_down.comp", .defines = "LEVELS=2" },
    [UP_BLOCKED] = { .file = "dual_blocked_up.comp" },
    { 0 },
};

static const struct effect_impl impls[] = {
    {
        .name = "fragment",
        .summary = "Full-screen triangles, 5 bilinear reads a texel down and 8 up",
        .programs = PROGRAMS("dual.frag"),
        .cost = estimate,
        .run = run,
    },
    {
        .name = "compute",
        .summary = "The same reads from groups of 16x16 texels",
        .programs = PROGRAMS("dual.comp"),
        .compute = true,
        .cost = estimate,
        .run = run,
    },
    {
        .name = "blocked",
        .summary = "Several texels an invocation from shared memory, two steps down a dispatch; "
                   "joins what comes after it",
        .programs = blocked_programs,
        .compute = true,
        .cost = estimate_blocked,
        .fits = fits_blocked,
        .run = run_blocked,
        .output_program = blocked_output_program,
    },
    {
        .name = "joined",
        .summary = "The same, and joins what comes before it: a threshold then runs twice a texel, "
                   "and its image is never stored",
        .programs = blocked_programs,
        .compute = true,
        .cost = estimate_joined,
        .fits = fits_blocked,
        .run = run_blocked,
        .input_program = blocked_input_program,
        .output_program = blocked_output_program,
    },
    { 0 },
};

static const char *const taps[] = { "target", "source", NULL };

static const struct param params[] = {
    PARAM_LENGTH(struct dual_params, sigma, .def = 16, .max = MAX_SIGMA, .slider_min = 1,
                 .slider_max = 64, .curve = PARAM_CURVE_LOG, .unit = "px",
                 .help =
                     "Width of the blur, its standard deviation; 0 leaves the picture as it is"),
    PARAM_INT(struct dual_params, levels, .zero = "auto", .min = 1, .max = SIGMA_DUAL_LEVELS,
              .help = "How often the size is halved; if given, as near to sigma as that many come"),
    PARAM_FLOAT(struct dual_params, offset, .zero = "auto", .min = 0.5f, .max = 2, .step = 0.05f,
                .help = "Distance of the taps, 1 as published; with levels too, sigma is ignored"),
    PARAM_CHOICE(struct dual_params, taps, .choices = taps,
                 .help = "Whose texels the way down reaches half of; source shimmers, to compare"),
    PARAM_EDGE(struct dual_params),
    PARAM_IMPL(struct dual_params, impls),
    { 0 },
};

const struct effect effect_dual = {
    .name = "dual",
    .summary = "Blur on ever smaller images, smooth and cheap at any width",
    .origin = "M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015",
    .params = params,
    .params_size = sizeof(struct dual_params),
    .blurs = true,
    .impls = impls,
};
