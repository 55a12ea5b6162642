// The dual filter: half the size, and half again, each time with five taps; then up again with
// eight. Every level costs a quarter of the one before and doubles the width, so that a very wide
// blur costs hardly more than a narrow one. The steps are smooth enough that a small bright thing
// does not shimmer when it moves, which a chain of 2x2 averages cannot say.

#include "effects/blur/margin.h"
#include "effects/dual/dual_parts.h"

#include <stdio.h>

struct sigma_dual dual_solve(const struct dual_params *p, int height)
{
    const struct sigma_dual_knobs knobs = {
        .sigma = (double) length_pixels(p->sigma, height),
        .levels = p->levels,
        .offset = (double) p->offset,
        .scatter = (double) p->scatter,
        .source_taps = p->taps == DUAL_TAPS_SOURCE,
    };
    return sigma_dual_solve(&knobs);
}

static void remark(const void *params, int height, char text[EFFECT_WHY_SIZE])
{
    const struct dual_params *p = params;
    const struct sigma_dual dual = dual_solve(p, height);
    const struct effect_width width = {
        .asked = (double) length_pixels(p->sigma, height),
        .in_effect = sigma_dual_width(&dual),
        .core = p->scatter < 1 ? sigma_dual_core(&dual) : 0,
        .by_hand = p->levels > 0 || p->offset > 0,
    };
    effect_remark_width(&width, text);
}

static struct margin margin(const void *params, int width, int height)
{
    const struct dual_params *p = params;
    const struct sigma_dual dual = dual_solve(p, height);
    const struct margin_need need = {
        .edge = (enum edge) p->edge,
        .halvings = dual.levels,
        .sigma = sigma_dual_width(&dual),
    };
    return margin_of_levels(&need, width, height);
}

int dual_halved(int n, int times)
{
    return (n + (1 << times) - 1) >> times;
}

double dual_texels(const struct effect_site *site, int level)
{
    return (double) dual_halved(site->width, level) * dual_halved(site->height, level);
}

struct texture *dual_level(const struct effect_call *call, int level)
{
    return texture_pool_acquire(&call->gpu->pool, dual_halved(call->site.width, level),
                                dual_halved(call->site.height, level), call->site.format);
}

struct texture *dual_down(const struct effect_call *call, const struct program *program,
                          enum edge edge, const struct texture *from, double offset)
{
    struct texture *to = texture_pool_acquire(&call->gpu->pool, dual_halved(from->width, 1),
                                              dual_halved(from->height, 1), call->site.format);
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

// `finer`, when not NULL, keeps what `share` leaves of the light.
static void run_up(const struct effect_call *call, const struct program *program, enum edge edge,
                   const struct texture *from, const struct texture *finer, struct texture *to,
                   double offset, double share)
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
        pass.uniforms[1] = (struct uniform) U_FLOAT((float) share);
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

enum edge dual_edge(const struct effect_site *site)
{
    const struct dual_params *p = site->params;
    return (enum edge) p->edge;
}

bool dual_keeps(const struct sigma_dual *dual, int level)
{
    return level < dual->levels && dual->shares[level] < 1;
}

struct texture *dual_step_up(const struct effect_call *call, const struct sigma_dual *dual,
                             int level, const struct texture *from, const struct texture *finer,
                             struct texture *to)
{
    const bool mixes = dual_keeps(dual, level), is_inner = to != call->output;
    struct texture_pool *pool = &call->gpu->pool;
    if (mixes && is_inner)
        to = dual_level(call, level);
    run_up(call, call->programs[mixes ? DUAL_UP_MIX : DUAL_UP], dual_edge(&call->site), from,
           mixes ? finer : NULL, to, level == dual->levels - 1 ? dual->deepest : dual->up,
           dual->shares[level]);
    if (mixes && is_inner)
        texture_pool_release(pool, finer);
    return to;
}

void dual_run_steps(const struct effect_call *call)
{
    const struct sigma_dual dual =
        dual_solve(call->site.params, effect_picture_height(&call->site));
    const enum edge edge = dual_edge(&call->site);
    if (dual.levels == 0) {
        dual_copy(call, call->programs[DUAL_COPY]);
        return;
    }

    struct texture *levels[SIGMA_DUAL_LEVELS + 1] = { call->output };
    const struct texture *from = call->input;
    for (int i = 1; i <= dual.levels; i++)
        from = levels[i] = dual_down(call, call->programs[DUAL_DOWN], edge, from, dual.down);

    // On the way up each level takes the place of the one that went down.
    for (int i = dual.levels; i > 0; i--) {
        const struct texture *finer = i > 1 ? levels[i - 1] : call->input;
        levels[i - 1] = dual_step_up(call, &dual, i - 1, levels[i], finer, levels[i - 1]);
        texture_pool_release(&call->gpu->pool, levels[i]);
    }
}

// ---- what it costs

void dual_cost_down(const struct effect_site *site, int levels, struct cost *cost)
{
    for (int i = 1; i <= levels; i++) {
        cost->bilinear += 5 * dual_texels(site, i);
        cost->stores += dual_texels(site, i);
        cost->passes++;
    }
}

void dual_cost_up(const struct effect_site *site, int levels, struct cost *cost)
{
    for (int i = 0; i < levels; i++) {
        cost->bilinear += 8 * dual_texels(site, i);
        cost->stores += dual_texels(site, i);
        cost->passes++;
    }
}

void dual_cost_copy(const struct effect_site *site, struct cost *cost)
{
    cost->texels += dual_texels(site, 0);
    cost->stores += dual_texels(site, 0);
    cost->passes++;
}

void dual_cost_steps(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_dual dual = dual_solve(site->params, effect_picture_height(site));
    if (dual.levels == 0)
        dual_cost_copy(site, cost);
    dual_cost_down(site, dual.levels, cost);
    dual_cost_up(site, dual.levels, cost);
    for (int i = 0; i < dual.levels; i++)
        cost->texels += dual_keeps(&dual, i) ? dual_texels(site, i) : 0;
}

#define PROGRAMS(FILE) \
    (const struct program_desc[]) \
    { \
        [DUAL_DOWN] = { .file = FILE, .defines = "DOWN" }, \
        [DUAL_UP] = { .file = FILE, .defines = "UP" }, \
        [DUAL_UP_MIX] = { .file = FILE, .defines = "UP MIX" }, \
        [DUAL_COPY] = { .file = FILE, .defines = "COPY" }, { 0 }, \
    }

static const struct effect_impl *const impls[] = {
    &(const struct effect_impl){
        .name = "fragment",
        .summary = "Full-screen triangles, 5 bilinear reads a texel down and 8 up",
        .wins = "llvmpipe",
        .programs = PROGRAMS("dual/dual.frag"),
        .cost = dual_cost_steps,
        .run = dual_run_steps,
    },
    &(const struct effect_impl){
        .name = "compute",
        .summary = "The same reads from groups of 16x16 texels",
        .programs = PROGRAMS("dual/dual.comp"),
        .compute = true,
        .cost = dual_cost_steps,
        .run = dual_run_steps,
    },
    &(const struct effect_impl){
        .name = "blocked",
        .summary = "Two steps down or up a dispatch, with the level between them in registers or "
                   "shared memory, and the deepest levels in one",
        .origin = "this program",
        .wins = "NVIDIA H200",
        .programs = dual_blocked_programs,
        .compute = true,
        .vary = dual_vary_blocked,
        .cost = dual_cost_blocked,
        .fits = dual_fits_blocked,
        .run = dual_run_blocked,
        .input_program = dual_input_program,
        .output_program = dual_output_program,
    },
    NULL,
};

static const char *const taps[] = { "target", "source", NULL };

static const struct param params[] = {
    PARAM_LENGTH(struct dual_params, sigma, .def = 16, .max = SIGMA_MOST_ON_LEVELS, .slider_min = 1,
                 .slider_max = 64, .curve = PARAM_CURVE_LOG, .unit = "px",
                 .help =
                     "Width of the blur, its standard deviation; 0 leaves the picture as it is"),
    PARAM_INT(struct dual_params, levels, .zero = "auto", .min = 1, .max = SIGMA_DUAL_LEVELS,
              .help = "How often the size is halved; if given, as near to sigma as that many come"),
    PARAM_FLOAT(struct dual_params, offset, .zero = "auto", .min = 0.5f, .max = 2, .step = 0.05f,
                .help = "Distance of the taps, 1 as published; with levels too, sigma is ignored"),
    PARAM_SCATTER(struct dual_params),
    PARAM_CHOICE(struct dual_params, taps, .choices = taps,
                 .help = "Whose texels the way down reaches half of; source shimmers, to compare"),
    PARAM_EDGE_OF_LEVELS(struct dual_params),
    PARAM_IMPL(struct dual_params, impls),
    { 0 },
};

static bool matters(const void *values, const struct param *row)
{
    const struct dual_params *p = values;
    const bool is_fixed = p->levels > 0 && p->offset > 0;
    return !is_fixed || !PARAM_IS(row, struct dual_params, sigma);
}

static bool is_identity(const void *values, int height)
{
    return dual_solve(values, height).levels == 0;
}

const struct effect effect_dual = {
    .name = "dual",
    .summary = "Blur on ever smaller images, smooth and cheap at any width",
    .origin = "M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015",
    .params = params,
    .params_size = sizeof(struct dual_params),
    .blurs = true,
    .is_identity = is_identity,
    .remark = remark,
    .margin = margin,
    .impls = impls,
    .matters = matters,
};
