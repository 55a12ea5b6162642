// A pyramid: half the size, and half again, each time with a filter wide enough that nothing small
// flickers, and up again with a tent. It costs more taps than the dual filter and is smoother: in
// the mean over places a point becomes a Gaussian within 3.5 % of its peak from sigma 2.5 on, 7.5 %
// below. What every level mixes in of its own gives the look of a bloom, a bright core in a wide
// haze, out of the same passes.

#include "effects/pyramid.h"

#include "effects/dual.h"

#include <stdio.h>

enum { MAX_SIGMA = 250 };

struct sigma_pyramid pyramid_solve(const struct pyramid_params *p, int height)
{
    const struct sigma_pyramid_knobs knobs = {
        .sigma = (double) length_pixels(p->sigma, height),
        .levels = p->levels,
        .scatter = (double) p->scatter,
        .gauss5 = p->kernel == PYRAMID_KERNEL_GAUSS5,
    };
    return sigma_pyramid_solve(&knobs);
}

// The last two kinds stand in the same places, since no row has both.
enum { DOWN, DOWN_KARIS, UP, UP_MIX, COPY, SMOOTH, GAUSS5, DOWN_BLOCKED = GAUSS5, UP_BLOCKED };

// A pass of either kernel. `axis` is where the five taps lie; the thirteen know none.
struct step {
    const char *label;
    int program;
    const struct texture *from, *finer; // `finer` is NULL where nothing is mixed in
    struct texture *to;
    const float *axis;
    double share;
    struct sigma_pyramid_taps taps; // not on the way down
};

static const float across[] = { 1, 0 }, along[] = { 0, 1 };

static enum edge edge_of(const struct effect_call *call)
{
    return (enum edge)((const struct pyramid_params *) call->params)->edge;
}

static bool is_gauss5(const struct effect_call *call)
{
    return ((const struct pyramid_params *) call->params)->kernel == PYRAMID_KERNEL_GAUSS5;
}

static void run_step(const struct effect_call *call, const struct step *step)
{
    const enum edge edge = edge_of(call);
    const bool has_axis = is_gauss5(call) && step->program != SMOOTH;
    const double *weights = step->taps.weights;
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "%s %dx%d", step->label, step->to->width, step->to->height);
    struct pass pass = {
        .label = label,
        .program = call->programs[step->program + (has_axis ? GAUSS5 : 0)],
        .inputs = { { step->from, FILTER_LINEAR, edge }, { step->finer, FILTER_NEAREST, edge } },
        .output = step->to,
    };
    if (step->axis)
        pass.uniforms[0] = (struct uniform) U_VEC2(step->axis[0], step->axis[1]);
    if (step->finer)
        pass.uniforms[1] = (struct uniform) U_FLOAT((float) step->share);
    // A GPU that cuts off what a half float cannot hold would darken flat light.
    if (weights[0] > 0)
        pass.uniforms[2] = (struct uniform) U_VEC3((float) (weights[0] + 0x1p-23),
                                                   (float) weights[1], (float) weights[2]);
    pass_run(call->gpu, &pass);
}

static struct texture *acquire(const struct effect_call *call, int width, int height)
{
    return texture_pool_acquire(&call->gpu->pool, width, height, call->format);
}

// To level `level` from the one above it.
static struct texture *go_down(const struct effect_call *call, const struct texture *from,
                               int level)
{
    const struct pyramid_params *p = call->params;
    struct step step = {
        .label = "down",
        .program = level == 1 && p->karis == PYRAMID_KARIS_PARTIAL ? DOWN_KARIS : DOWN,
        .from = from,
        .to = dual_level(call, level),
    };
    if (!is_gauss5(call)) {
        run_step(call, &step);
        return step.to;
    }
    const struct step second = step;
    struct texture *between = acquire(call, step.to->width, from->height);
    step.to = between;
    step.axis = across;
    run_step(call, &step);
    step = second;
    step.from = between;
    step.axis = along;
    run_step(call, &step);
    texture_pool_release(&call->gpu->pool, between);
    return step.to;
}

// To a level from the one below it. `finer`, when not NULL, keeps what `share` leaves of it.
struct up {
    const struct texture *from, *finer;
    struct texture *to;
    double share;
    struct sigma_pyramid_taps taps;
};

static void go_up(const struct effect_call *call, const struct up *up)
{
    struct step step = {
        .label = "up",
        .program = up->finer ? UP_MIX : UP,
        .from = up->from,
        .finer = up->finer,
        .to = up->to,
        .share = up->share,
        .taps = up->taps,
    };
    if (!is_gauss5(call)) {
        run_step(call, &step);
        return;
    }
    struct texture *between = acquire(call, up->to->width, up->from->height);
    const struct step first = { .label = "up",
                                .program = UP,
                                .from = up->from,
                                .to = between,
                                .axis = across,
                                .taps = up->taps };
    run_step(call, &first);
    step.from = between;
    step.axis = along;
    run_step(call, &step);
    texture_pool_release(&call->gpu->pool, between);
}

// A level with five taps over it, which takes its place. Either may be the picture.
static struct texture *smooth(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                              const struct texture *from, struct texture *to)
{
    const struct step step = { .label = "smooth",
                               .program = SMOOTH,
                               .from = from,
                               .to = to,
                               .taps = sigma_pyramid_smooth_taps(pyramid) };
    run_step(call, &step);
    if (from != call->input)
        texture_pool_release(&call->gpu->pool, from);
    return to;
}

// A way to go one level down, and up.
struct steps {
    struct texture *(*down)(const struct effect_call *, const struct texture *from, int level);
    void (*up)(const struct effect_call *, const struct up *);
};

// Level 0 is NULL unless something of the picture is mixed in.
static void go_down_all(const struct effect_call *call, const struct steps *steps,
                        const struct sigma_pyramid *pyramid, const struct texture *levels[])
{
    const struct texture *from = call->input;
    for (int i = 1; i <= pyramid->levels; i++)
        from = levels[i] = steps->down(call, from, i);
    const int smoothed = sigma_pyramid_smoothed(pyramid);
    if (smoothed < pyramid->levels)
        levels[0] = call->input;
    if (pyramid->smooth > 0)
        levels[smoothed] = smooth(call, pyramid, levels[smoothed], dual_level(call, smoothed));
}

// Each level takes the place of the one that went down, or lies beside it while that one is mixed
// in.
static void go_up_all(const struct effect_call *call, const struct steps *steps,
                      const struct sigma_pyramid *pyramid, const struct texture *levels[])
{
    struct texture_pool *pool = &call->gpu->pool;
    const struct texture *from = levels[pyramid->levels];
    for (int i = pyramid->levels - 1; i >= 0; i--) {
        const bool mixes = pyramid->shares[i] < 1;
        const struct up up = {
            .from = from,
            .finer = mixes ? levels[i] : NULL,
            .to = i == 0  ? call->output
                  : mixes ? dual_level(call, i)
                          : (struct texture *) levels[i],
            .share = pyramid->shares[i],
            .taps = sigma_pyramid_up_taps(pyramid, i),
        };
        steps->up(call, &up);
        if (mixes && levels[i] != call->input)
            texture_pool_release(pool, levels[i]);
        texture_pool_release(pool, from);
        from = up.to;
    }
}

static void run_steps(const struct effect_call *call, const struct steps *steps)
{
    const struct sigma_pyramid pyramid = pyramid_solve(call->params, call->height);
    const struct texture *levels[SIGMA_PYRAMID_LEVELS + 1] = { NULL };
    if (pyramid.levels > 0) {
        go_down_all(call, steps, &pyramid, levels);
        go_up_all(call, steps, &pyramid, levels);
    } else if (pyramid.smooth > 0) {
        smooth(call, &pyramid, call->input, call->output);
    } else {
        dual_copy(call, call->programs[COPY]);
    }
}

static void run(const struct effect_call *call)
{
    static const struct steps steps = { go_down, go_up };
    run_steps(call, &steps);
}

// ---- many texels at once

// The steps to and from the levels below, which take as long as their dispatch, are the plain ones.
enum { BLOCKED_LEVELS = 2, TILE_WIDTH = 32, TILE_HEIGHT = 16 };

static struct texture *go_down_blocked(const struct effect_call *call, const struct texture *from,
                                       int level)
{
    const struct pyramid_params *p = call->params;
    if (level > BLOCKED_LEVELS || (level == 1 && p->karis == PYRAMID_KARIS_PARTIAL))
        return go_down(call, from, level);
    char label[GPU_SCOPE_NAME_SIZE];
    struct texture *to = dual_level(call, level);
    snprintf(label, sizeof(label), "down %dx%d", to->width, to->height);
    const struct pass pass = {
        .label = label,
        .program = call->programs[DOWN_BLOCKED],
        .inputs = { { from, FILTER_LINEAR, (enum edge) p->edge } },
        .output = to,
        .groups = { (to->width + TILE_WIDTH - 1) / TILE_WIDTH,
                    (to->height + TILE_HEIGHT - 1) / TILE_HEIGHT },
    };
    pass_run(call->gpu, &pass);
    return to;
}

static bool is_up_blocked(const struct effect_call *call, int width, double share, double side)
{
    return share == 1 && side == 0.25 && width >= dual_halved(call->width, BLOCKED_LEVELS - 1);
}

static void go_up_blocked(const struct effect_call *call, const struct up *up)
{
    if (is_up_blocked(call, up->to->width, up->share, up->taps.weights[1]))
        dual_up_tent(call, call->programs[UP_BLOCKED], edge_of(call), up->from, up->to);
    else
        go_up(call, up);
}

static void run_blocked(const struct effect_call *call)
{
    static const struct steps steps = { go_down_blocked, go_up_blocked };
    run_steps(call, &steps);
}

// ---- what it costs, and whether it can

// Between a level and the one below it, down and up.
static void estimate_level(const struct effect_call *call, int level, double share,
                           struct cost *cost)
{
    const double fine = dual_texels(call, level), coarse = dual_texels(call, level + 1);
    const double flat = (double) dual_halved(call->width, level + 1) *
                        dual_halved(call->height, level); // half as wide
    const double wide = (double) dual_halved(call->width, level) *
                        dual_halved(call->height, level + 1); // half as high
    cost->stores += fine + coarse;
    cost->passes += 2;
    if (is_gauss5(call)) {
        cost->bilinear += 5 * (fine + coarse + flat + wide);
        cost->stores += flat + wide;
        cost->passes += 2;
    } else {
        cost->bilinear += 13 * coarse + 9 * fine;
    }
    if (share < 1)
        cost->texels += fine;
}

static void estimate_smooth(const struct effect_call *call, int level, struct cost *cost)
{
    cost->bilinear += 25 * dual_texels(call, level);
    cost->stores += dual_texels(call, level);
    cost->passes++;
}

static void estimate(const struct effect_call *call, struct cost *cost)
{
    const struct sigma_pyramid pyramid = pyramid_solve(call->params, call->height);
    if (pyramid.levels == 0 && pyramid.smooth == 0)
        dual_cost_copy(call, cost);
    if (pyramid.smooth > 0)
        estimate_smooth(call, sigma_pyramid_smoothed(&pyramid), cost);
    for (int i = 0; i < pyramid.levels; i++)
        estimate_level(call, i, pyramid.shares[i], cost);
}

static void estimate_blocked(const struct effect_call *call, struct cost *cost)
{
    const struct pyramid_params *p = call->params;
    const struct sigma_pyramid pyramid = pyramid_solve(p, call->height);
    estimate(call, cost);
    for (int i = 0; i < pyramid.levels && i < BLOCKED_LEVELS; i++) {
        const double fine = dual_texels(call, i), coarse = dual_texels(call, i + 1);
        if (i > 0 || p->karis != PYRAMID_KARIS_PARTIAL) {
            cost->bilinear += (2.29 - 13) * coarse; // 34x18 and 33x17 for 32x16
            cost->shared += 13 * coarse;
        }
        if (is_up_blocked(call, dual_halved(call->width, i), pyramid.shares[i],
                          sigma_pyramid_up_taps(&pyramid, i).weights[1])) {
            cost->bilinear -= 9 * fine;
            cost->texels += 0.35 * fine;
            cost->shared += 4 * fine;
        }
    }
}

static bool fits_blocked(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    if (!is_gauss5(call))
        return true;
    snprintf(why, EFFECT_WHY_SIZE, "blocked needs kernel=13tap");
    return false;
}

#define PROGRAMS(KIND) \
    (const struct program_desc[]) \
    { \
        [DOWN] = { .file = "pyramid." KIND, .defines = "DOWN" }, \
        [DOWN_KARIS] = { .file = "pyramid." KIND, .defines = "DOWN KARIS" }, \
        [UP] = { .file = "pyramid." KIND, .defines = "UP" }, \
        [UP_MIX] = { .file = "pyramid." KIND, .defines = "UP MIX" }, \
        [COPY] = { .file = "dual." KIND, .defines = "COPY" }, \
        [SMOOTH] = { .file = "pyramid." KIND, .defines = "SMOOTH" }, \
        [GAUSS5 + DOWN] = { .file = "pyramid." KIND, .defines = "DOWN GAUSS5" }, \
        [GAUSS5 + DOWN_KARIS] = { .file = "pyramid." KIND, .defines = "DOWN KARIS GAUSS5" }, \
        [GAUSS5 + UP] = { .file = "pyramid." KIND, .defines = "UP GAUSS5" }, \
        [GAUSS5 + UP_MIX] = { .file = "pyramid." KIND, .defines = "UP MIX GAUSS5" }, { 0 }, \
    }

static const struct effect_impl impls[] = {
    {
        .name = "fragment",
        .summary = "Full-screen triangles, 13 bilinear reads a texel down and 9 up",
        .programs = PROGRAMS("frag"),
        .cost = estimate,
        .run = run,
    },
    {
        .name = "compute",
        .summary = "The same reads from groups of 16x16 texels",
        .programs = PROGRAMS("comp"),
        .compute = true,
        .cost = estimate,
        .run = run,
    },
    {
        .name = "blocked",
        .summary = "Several texels an invocation from shared memory on the largest levels",
        .programs =
            (const struct program_desc[]){
                [DOWN] = { .file = "pyramid.comp", .defines = "DOWN" },
                [DOWN_KARIS] = { .file = "pyramid.comp", .defines = "DOWN KARIS" },
                [UP] = { .file = "pyramid.comp", .defines = "UP" },
                [UP_MIX] = { .file = "pyramid.comp", .defines = "UP MIX" },
                [COPY] = { .file = "dual.comp", .defines = "COPY" },
                [SMOOTH] = { .file = "pyramid.comp", .defines = "SMOOTH" },
                [DOWN_BLOCKED] = { .file = "pyramid_blocked_down.comp" },
                [UP_BLOCKED] = { .file = "dual_blocked_up.comp", .defines = "TENT" },
                { 0 },
            },
        .compute = true,
        .cost = estimate_blocked,
        .fits = fits_blocked,
        .run = run_blocked,
    },
    { 0 },
};

static const char *const kernels[] = { "13tap", "gauss5", NULL };
static const char *const kinds_of_karis[] = { "none", "partial", NULL };

static const struct param params[] = {
    PARAM_LENGTH(struct pyramid_params, sigma, .def = 16, .max = MAX_SIGMA, .slider_min = 1,
                 .slider_max = 64, .curve = PARAM_CURVE_LOG, .unit = "px",
                 .help =
                     "Width of the blur, its standard deviation; 0 leaves the picture as it is"),
    PARAM_INT(struct pyramid_params, levels, .zero = "auto", .min = 1, .max = SIGMA_PYRAMID_LEVELS,
              .help = "How often the size is halved; if given, as near to sigma as that many come"),
    PARAM_CHOICE(struct pyramid_params, kernel, .choices = kernels,
                 .help = "13 taps down and a tent up, or 5 taps along each axis in passes of their "
                         "own, to compare"),
    PARAM_FLOAT(struct pyramid_params, scatter, .def = 1, .min = 0.1f, .max = 1, .step = 0.05f,
                .help = "Share of a level's light that goes on to wider ones; less than 1 keeps a "
                        "bright core, with a haze as wide as sigma needs as far as 8 levels reach"),
    PARAM_CHOICE(struct pyramid_params, karis, .choices = kinds_of_karis,
                 .help = "Whether what is bright counts less in the first step down, so that "
                         "small lights do not flicker; it takes light away from them"),
    PARAM_EDGE(struct pyramid_params),
    PARAM_IMPL(struct pyramid_params, impls),
    { 0 },
};

const struct effect effect_pyramid = {
    .name = "pyramid",
    .summary = "Blur on ever smaller images with wide filters, the calmest under motion",
    .origin = "J. Jimenez, Next Generation Post Processing in Call of Duty: Advanced Warfare, "
              "SIGGRAPH 2014",
    .params = params,
    .params_size = sizeof(struct pyramid_params),
    .blurs = true,
    .impls = impls,
};
