// The blur that costs nothing to write: a mip map's high level, stretched. Its 2x2 averages show as
// blocks and flicker when something small moves; it stands here so that the others can be seen
// against it. The width is right only on average over the places where a point can lie.

#include "effects/mips/mips.h"

#include "effects/blur/margin.h"
#include "effects/dual/dual.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SIGMA = 250 };

struct sigma_mips mips_solve(const struct mips_params *p, int height)
{
    const struct sigma_mips_knobs knobs = {
        .sigma = (double) length_pixels(p->sigma, height),
        .level = (double) p->level,
    };
    return sigma_mips_solve(&knobs);
}

static void remark(const void *params, int height, char text[EFFECT_WHY_SIZE])
{
    const struct mips_params *p = params;
    const struct sigma_mips mips = mips_solve(p, height);
    const struct effect_width width = {
        .asked = (double) length_pixels(p->sigma, height),
        .in_effect = sigma_mips_width(&mips),
        .by_hand = p->level > 0,
    };
    effect_remark_width(&width, text);
    if (text[0])
        strncat(text, " on average", EFFECT_WHY_SIZE - strlen(text) - 1);
}

// Averages of four that all lie beyond the border are 0 without a margin too.
static struct margin margin(const void *params, int width, int height)
{
    const struct mips_params *p = params;
    const struct sigma_mips mips = mips_solve(p, height);
    const int halvings = mips.level + (mips.share > 0);
    const struct margin_need need = {
        .edge = p->edge == EDGE_MIRROR ? EDGE_MIRROR : EDGE_CLAMP,
        .halvings = halvings,
        .sigma = ldexp(1, halvings), // texels reach further than their width tells
    };
    return margin_of_levels(&need, width, height);
}

enum { DOWN, SAMPLE };

static enum edge edge_of(const struct effect_site *site)
{
    const struct mips_params *p = site->params;
    return (enum edge) p->edge;
}

static const struct texture *go_down(const struct effect_call *call, const struct texture *from,
                                     int level)
{
    char label[GPU_SCOPE_NAME_SIZE];
    const struct pass pass = {
        .label = label,
        .program = call->programs[DOWN],
        .inputs = { { from, FILTER_LINEAR, edge_of(&call->site) } },
        .output = dual_level(call, level),
    };
    snprintf(label, sizeof(label), "down %dx%d", pass.output->width, pass.output->height);
    pass_run(call->gpu, &pass);
    return pass.output;
}

static void sample(const struct effect_call *call, const struct sigma_mips *mips,
                   const struct texture *finer, const struct texture *coarser)
{
    const float scale = 1.0f / (float) (1 << mips->level);
    const struct pass pass = {
        .label = "sample",
        .program = call->programs[SAMPLE],
        .inputs = { { finer, FILTER_LINEAR, edge_of(&call->site) },
                    { coarser, FILTER_LINEAR, edge_of(&call->site) } },
        .output = call->output,
        .uniforms = { U_VEC2(scale, finer == coarser ? scale : scale / 2),
                      U_FLOAT((float) mips->share) },
    };
    pass_run(call->gpu, &pass);
}

static void release(const struct effect_call *call, const struct texture *texture)
{
    if (texture != call->input)
        texture_pool_release(&call->gpu->pool, texture);
}

static void run(const struct effect_call *call)
{
    const struct sigma_mips mips =
        mips_solve(call->site.params, effect_picture_height(&call->site));
    const struct texture *finer = call->input;
    for (int i = 1; i <= mips.level; i++) {
        const struct texture *next = go_down(call, finer, i);
        release(call, finer);
        finer = next;
    }
    const struct texture *coarser = mips.share > 0 ? go_down(call, finer, mips.level + 1) : finer;
    sample(call, &mips, finer, coarser);
    release(call, finer);
    if (coarser != finer)
        release(call, coarser);
}

// ---- by the driver's own mip map

static void run_levels(const struct effect_call *call)
{
    const struct sigma_mips mips =
        mips_solve(call->site.params, effect_picture_height(&call->site));
    const int most = texture_most_levels(call->site.width, call->site.height);
    const int levels = mips.level + 1 + (mips.share > 0);
    struct texture *map =
        texture_pool_acquire_levels(&call->gpu->pool, call->site.width, call->site.height,
                                    call->input->format, levels < most ? levels : most);
    const struct pass pass = {
        .label = "sample",
        .program = call->programs[0],
        .inputs = { { map, FILTER_TRILINEAR, edge_of(&call->site) } },
        .output = call->output,
        .uniforms = { U_FLOAT((float) (mips.level + mips.share)) },
    };
    pass_make_mips(call->gpu, call->input, map);
    pass_run(call->gpu, &pass);
    texture_pool_release(&call->gpu->pool, map);
}

// ---- costs and tables

static void cost_steps(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_mips mips = mips_solve(site->params, effect_picture_height(site));
    const int levels = mips.level + (mips.share > 0);
    for (int i = 1; i <= levels; i++) {
        cost->bilinear += dual_texels(site, i);
        cost->stores += dual_texels(site, i);
    }
    cost->bilinear += 2 * dual_texels(site, 0);
    cost->stores += dual_texels(site, 0);
    cost->passes += levels + 1;
}

// What the driver does counts as one pass.
static void cost_levels(const struct effect_site *site, struct cost *cost)
{
    cost_steps(site, cost);
    cost->stores += dual_texels(site, 0);
    cost->passes = 2;
}

#define PROGRAMS(KIND) \
    (const struct program_desc[]) \
    { \
        [DOWN] = { .file = "mips/mips." KIND, .defines = "DOWN" }, \
        [SAMPLE] = { .file = "mips/mips." KIND }, { 0 }, \
    }

static const struct effect_impl *const impls[] = {
    &(const struct effect_impl){
        .name = "fragment",
        .summary = "Full-screen triangles, 1 bilinear read a texel down and 2 in the end",
        .wins = "llvmpipe",
        .programs = PROGRAMS("frag"),
        .cost = cost_steps,
        .run = run,
    },
    &(const struct effect_impl){
        .name = "compute",
        .summary = "The same reads from groups of 16x16 texels",
        .wins = "NVIDIA H200",
        .programs = PROGRAMS("comp"),
        .compute = true,
        .cost = cost_steps,
        .run = run,
    },
    &(const struct effect_impl){
        .name = "generate_mipmap",
        .summary = "The mip map that the driver makes, read through its trilinear filter: only to "
                   "be timed beside the others, since drivers differ where a side is odd",
        .origin = "glGenerateMipmap",
        .programs =
            (const struct program_desc[]){ { .file = "mips/mips.comp", .defines = "LEVELS" },
                                           { 0 } },
        .compute = true,
        .error = 1, // at odd sides
        .cost = cost_levels,
        .run = run_levels,
    },
    NULL,
};

static const struct param params[] = {
    PARAM_LENGTH(struct mips_params, sigma, .def = 16, .max = MAX_SIGMA, .slider_min = 1,
                 .slider_max = 64, .curve = PARAM_CURVE_LOG, .unit = "px",
                 .help = "Width of the blur, its standard deviation, on average over places in the "
                         "picture; 0 leaves it as it is"),
    PARAM_FLOAT(struct mips_params, level, .zero = "auto", .min = 0.1f, .max = SIGMA_MIPS_LEVELS,
                .step = 0.1f,
                .help = "Level of detail, halvings of the size; sigma is then ignored"),
    PARAM_EDGE_OF_LEVELS(struct mips_params),
    PARAM_IMPL(struct mips_params, impls),
    { 0 },
};

static bool matters(const void *values, const struct param *row)
{
    const struct mips_params *p = values;
    return p->level == 0 || !PARAM_IS(row, struct mips_params, sigma);
}

static bool is_identity(const void *values, int height)
{
    const struct sigma_mips mips = mips_solve(values, height);
    return mips.level == 0 && mips.share == 0;
}

const struct effect effect_mips = {
    .name = "mips",
    .summary = "Blur by a high level of a mip map, blocky and flickering: the one to compare with; "
               "only on average as wide as sigma says",
    .origin = "L. Williams, Pyramidal parametrics, SIGGRAPH 1983",
    .params = params,
    .params_size = sizeof(struct mips_params),
    .blurs = true,
    .baseline = true, // as wide as asked in the mean over many places only, and blocky
    .is_identity = is_identity,
    .remark = remark,
    .margin = margin,
    .impls = impls,
    .matters = matters,
};
