// A pyramid: half the size, and half again, each time with a filter wide enough that nothing small
// flickers, and up again with a tent. It costs more taps than the dual filter and is smoother: in
// the mean over places a point becomes a Gaussian within 3.5 % of its peak from sigma 2.5 on, 7.5 %
// below. What every level mixes in of its own gives the look of a bloom, a bright core in a wide
// haze, out of the same passes.

#include "effects/blur/margin.h"
#include "effects/dual/dual.h"
#include "effects/pyramid/pyramid_parts.h"

#include <stdio.h>

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

static void remark(const void *params, int height, char text[EFFECT_WHY_SIZE])
{
    const struct pyramid_params *p = params;
    const struct sigma_pyramid pyramid = pyramid_solve(p, height);
    const struct effect_width width = {
        .asked = (double) length_pixels(p->sigma, height),
        .in_effect = sigma_pyramid_width(&pyramid),
        .core = p->scatter < 1 ? sigma_pyramid_core(&pyramid) : 0,
        .by_hand = p->levels > 0,
    };
    effect_remark_width(&width, text);
}

static struct margin margin(const void *params, int width, int height)
{
    const struct pyramid_params *p = params;
    const struct sigma_pyramid pyramid = pyramid_solve(p, height);
    const struct margin_need need = {
        .edge = (enum edge) p->edge,
        .halvings = pyramid.levels,
        .sigma = sigma_pyramid_width(&pyramid),
    };
    return margin_of_levels(&need, width, height);
}

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

static enum edge edge_of(const struct effect_site *site)
{
    return (enum edge)((const struct pyramid_params *) site->params)->edge;
}

static bool is_gauss5(const struct effect_site *site)
{
    return ((const struct pyramid_params *) site->params)->kernel == PYRAMID_KERNEL_GAUSS5;
}

static void run_step(const struct effect_call *call, const struct step *step)
{
    const enum edge edge = edge_of(&call->site);
    const bool has_axis = is_gauss5(&call->site) && step->program != PYRAMID_SMOOTH;
    const double *weights = step->taps.weights;
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "%s %dx%d", step->label, step->to->width, step->to->height);
    struct pass pass = {
        .label = label,
        .program = call->programs[step->program + (has_axis ? PYRAMID_GAUSS5 : 0)],
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
    return texture_pool_acquire(&call->gpu->pool, width, height, call->site.format);
}

struct texture *pyramid_down(const struct effect_call *call, const struct texture *from, int level)
{
    const struct pyramid_params *p = call->site.params;
    struct step step = {
        .label = "down",
        .program =
            level == 1 && p->karis == PYRAMID_KARIS_PARTIAL ? PYRAMID_DOWN_KARIS : PYRAMID_DOWN,
        .from = from,
        .to = dual_level(call, level),
    };
    if (!is_gauss5(&call->site)) {
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
        .program = up->finer ? PYRAMID_UP_MIX : PYRAMID_UP,
        .from = up->from,
        .finer = up->finer,
        .to = up->to,
        .share = up->share,
        .taps = up->taps,
    };
    if (!is_gauss5(&call->site)) {
        run_step(call, &step);
        return;
    }
    struct texture *between = acquire(call, up->to->width, up->from->height);
    const struct step first = { .label = "up",
                                .program = PYRAMID_UP,
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

const struct texture *pyramid_keep(const struct effect_call *call,
                                   const struct sigma_pyramid *pyramid, int level,
                                   const struct texture *from)
{
    if (level != pyramid->smoothed || pyramid->smooth == 0)
        return from;
    const struct step step = { .label = "smooth",
                               .program = PYRAMID_SMOOTH,
                               .from = from,
                               .to = level == pyramid->levels && level == 0
                                         ? call->output
                                         : dual_level(call, level),
                               .taps = sigma_pyramid_smooth_taps(pyramid) };
    run_step(call, &step);
    if (from != call->input)
        texture_pool_release(&call->gpu->pool, from);
    return step.to;
}

static void go_down_all(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                        const struct texture *levels[])
{
    levels[0] = call->input;
    for (int i = 1; i <= pyramid->levels; i++)
        levels[i] = pyramid_down(call, levels[i - 1], i);
    levels[pyramid->smoothed] =
        pyramid_keep(call, pyramid, pyramid->smoothed, levels[pyramid->smoothed]);
}

// Each level takes the place of the one that went down, or lies beside it while that one is mixed
// in.
const struct texture *pyramid_go_up(const struct effect_call *call,
                                    const struct sigma_pyramid *pyramid,
                                    const struct texture *levels[], int to)
{
    struct texture_pool *pool = &call->gpu->pool;
    const struct texture *from = levels[pyramid->levels];
    for (int i = pyramid->levels - 1; i >= to; i--) {
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
        go_up(call, &up);
        if (mixes && levels[i] != call->input)
            texture_pool_release(pool, levels[i]);
        texture_pool_release(pool, from);
        from = up.to;
    }
    return from;
}

void pyramid_run(const struct effect_call *call)
{
    const struct sigma_pyramid pyramid =
        pyramid_solve(call->site.params, effect_picture_height(&call->site));
    const struct texture *levels[SIGMA_PYRAMID_LEVELS + 1];
    if (pyramid.levels == 0 && pyramid.smooth == 0) {
        dual_copy(call, call->programs[PYRAMID_COPY]);
        return;
    }
    go_down_all(call, &pyramid, levels);
    pyramid_go_up(call, &pyramid, levels, 0);
}

// ---- what it costs, and whether it can

// Between a level and the one below it, down and up.
static void cost_level(const struct effect_site *site, int level, double share, struct cost *cost)
{
    const double fine = dual_texels(site, level), coarse = dual_texels(site, level + 1);
    const double flat = (double) dual_halved(site->width, level + 1) *
                        dual_halved(site->height, level); // half as wide
    const double wide = (double) dual_halved(site->width, level) *
                        dual_halved(site->height, level + 1); // half as high
    cost->stores += fine + coarse;
    cost->passes += 2;
    if (is_gauss5(site)) {
        cost->bilinear += 5 * (fine + coarse + flat + wide);
        cost->stores += flat + wide;
        cost->passes += 2;
    } else {
        cost->bilinear += 13 * coarse + 9 * fine;
    }
    if (share < 1)
        cost->texels += fine;
}

void pyramid_cost_mix(const struct effect_site *site, int level, struct cost *cost)
{
    const double texels = dual_texels(site, level);
    cost->bilinear += 9 * texels;
    cost->texels += texels;
    cost->stores += texels;
    cost->passes++;
}

void pyramid_cost_smooth(const struct effect_site *site, int level, struct cost *cost)
{
    cost->bilinear += 25 * dual_texels(site, level);
    cost->stores += dual_texels(site, level);
    cost->passes++;
}

void pyramid_cost(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_pyramid pyramid = pyramid_solve(site->params, effect_picture_height(site));
    if (pyramid.levels == 0 && pyramid.smooth == 0)
        dual_cost_copy(site, cost);
    if (pyramid.smooth > 0)
        pyramid_cost_smooth(site, pyramid.smoothed, cost);
    for (int i = 0; i < pyramid.levels; i++)
        cost_level(site, i, pyramid.shares[i], cost);
}

#define PROGRAMS(KIND) \
    (const struct program_desc[]) \
    { \
        [PYRAMID_COPY] = { .file = "dual/dual." KIND, .defines = "COPY" }, \
        [PYRAMID_DOWN] = { .file = "pyramid/pyramid." KIND, .defines = "DOWN" }, \
        [PYRAMID_DOWN_KARIS] = { .file = "pyramid/pyramid." KIND, .defines = "DOWN KARIS" }, \
        [PYRAMID_UP] = { .file = "pyramid/pyramid." KIND, .defines = "UP" }, \
        [PYRAMID_UP_MIX] = { .file = "pyramid/pyramid." KIND, .defines = "UP MIX" }, \
        [PYRAMID_SMOOTH] = { .file = "pyramid/pyramid." KIND, .defines = "SMOOTH" }, \
        [PYRAMID_GAUSS5 + \
            PYRAMID_DOWN] = { .file = "pyramid/pyramid." KIND, .defines = "DOWN GAUSS5" }, \
        [PYRAMID_GAUSS5 + PYRAMID_DOWN_KARIS] = { .file = "pyramid/pyramid." KIND, \
                                                  .defines = "DOWN KARIS GAUSS5" }, \
        [PYRAMID_GAUSS5 + \
            PYRAMID_UP_MIX] = { .file = "pyramid/pyramid." KIND, .defines = "UP MIX GAUSS5" }, \
        [PYRAMID_GAUSS5 + \
            PYRAMID_UP] = { .file = "pyramid/pyramid." KIND, .defines = "UP GAUSS5" }, \
        { 0 }, \
    }

static const struct effect_impl *const impls[] = {
    &(const struct effect_impl){
        .name = "fragment",
        .summary = "Full-screen triangles, 13 bilinear reads a texel down and 9 up",
        .programs = PROGRAMS("frag"),
        .cost = pyramid_cost,
        .run = pyramid_run,
    },
    &(const struct effect_impl){
        .name = "compute",
        .summary = "The same reads from groups of 16x16 texels",
        .programs = PROGRAMS("comp"),
        .compute = true,
        .cost = pyramid_cost,
        .run = pyramid_run,
    },
    &(const struct effect_impl){
        .name = "blocked",
        .summary = "Several texels an invocation, two steps down a dispatch and all steps up in "
                   "one, from shared memory; joins what comes before and after it",
        .origin = "this program",
        .wins = "NVIDIA H200 and llvmpipe",
        .programs = pyramid_blocked_programs,
        .compute = true,
        .vary = pyramid_vary_blocked,
        .cost = pyramid_cost_blocked,
        .fits = pyramid_fits_blocked,
        .run = pyramid_run_blocked,
        .input_program = pyramid_blocked_input,
        .output_program = pyramid_blocked_output,
    },
    NULL,
};

static const char *const kernels[] = { "13tap", "gauss5", NULL };
static const char *const kinds_of_karis[] = { "none", "partial", NULL };

static const struct param params[] = {
    PARAM_LENGTH(struct pyramid_params, sigma, .def = 16, .max = SIGMA_MOST_ON_LEVELS,
                 .slider_min = 1, .slider_max = 64, .curve = PARAM_CURVE_LOG, .unit = "px",
                 .help =
                     "Width of the blur, its standard deviation; 0 leaves the picture as it is"),
    PARAM_INT(struct pyramid_params, levels, .zero = "auto", .min = 1, .max = SIGMA_PYRAMID_LEVELS,
              .help = "How often the size is halved; if given, as near to sigma as that many come"),
    PARAM_CHOICE(struct pyramid_params, kernel, .choices = kernels,
                 .help = "13 taps down and a tent up, or 5 taps along each axis in passes of their "
                         "own, to compare"),
    PARAM_SCATTER(struct pyramid_params),
    PARAM_CHOICE(struct pyramid_params, karis, .choices = kinds_of_karis,
                 .help = "Whether what is bright counts less in the first step down, so that "
                         "small lights do not flicker; it takes light away from them"),
    PARAM_EDGE_OF_LEVELS(struct pyramid_params),
    PARAM_IMPL(struct pyramid_params, impls),
    { 0 },
};

static bool is_identity(const void *values, int height)
{
    const struct sigma_pyramid pyramid = pyramid_solve(values, height);
    return pyramid.levels == 0 && pyramid.smooth == 0;
}

const struct effect effect_pyramid = {
    .name = "pyramid",
    .summary = "Blur on ever smaller images with wide filters, the calmest under motion",
    .origin = "J. Jimenez, Next Generation Post Processing in Call of Duty: Advanced Warfare, "
              "SIGGRAPH 2014",
    .params = params,
    .params_size = sizeof(struct pyramid_params),
    .blurs = true,
    .is_identity = is_identity,
    .remark = remark,
    .margin = margin,
    .impls = impls,
};
