// Kawase's blur: a few passes of four bilinear taps, each reaching further than the one before, so
// that each fills the gaps that the next would leave. The cost grows with the passes and not with
// the area of the kernel; wide blurs run at a lower resolution, which the dual filter's steps lead
// down to and up from.

#include "effects/kawase/kawase.h"

#include "effects/blur/levels.h"
#include "effects/blur/reach.h"
#include "effects/effect.h"

enum { MAX_SIGMA = 128 };

struct sigma_kawase kawase_solve(const struct kawase_params *p, int height)
{
    const struct sigma_kawase_knobs knobs = {
        .sigma = length_pixels(p->sigma, height),
        .passes = p->passes,
        .scale = p->scale,
        .factor = p->factor,
    };
    return sigma_kawase_solve(&knobs);
}

static struct effect_blur find_blur(const void *params, int height)
{
    const struct kawase_params *p = params;
    const struct sigma_kawase kawase = kawase_solve(p, height);
    const double width = sigma_kawase_width(&kawase);
    return (struct effect_blur){
        .requested = length_pixels(p->sigma, height),
        .width = width,
        .by_hand = p->passes > 0 || p->scale > 0 || p->factor > 0,
        .reach = reach_kawase(&kawase),
        .levels = kawase.halvings,
        .passes = kawase.passes.count,
        .margin = width,
    };
}

struct sigma_kawase kawase_solve_site(const struct effect_site *site)
{
    return kawase_solve(site->params, effect_picture_height(site));
}

#define IMPLS(X) \
    X(kawase_fs_passes) \
    X(kawase_cs_passes) \
    X(kawase_cs_columns) \
    X(kawase_cs_separable)

IMPLS(EFFECT_IMPL_DECLARE)
static const struct effect_impl *const impls[] = { IMPLS(EFFECT_IMPL_LIST) NULL };

static const char *const scales[] = { "full", "half", "quarter", "eighth", NULL };

static const struct param params[] = {
    PARAM_SIGMA(struct kawase_params, MAX_SIGMA, SIGMA_HELP),
    PARAM_INT(
        struct kawase_params, passes, .zero = "auto", .min = 1, .max = SIGMA_KAWASE_PASSES,
        .help = "How many of the schedule's passes; if given, as near to sigma as they come; with "
                "fewer than 6 the picture jumps where auto changes the scale"),
    PARAM_CHOICE(struct kawase_params, scale, .zero = "auto", .choices = scales,
                 .help = "Resolution of the passes; if given, as near to sigma as it comes"),
    PARAM_FLOAT(struct kawase_params, factor, .zero = "auto", .min = 0.8f, .max = 1.25f,
                .step = 0.01f,
                .help = "Factor of all distances, 1 as published; if given, the picture jumps "
                        "where auto changes "
                        "the scale; with passes and scale too, sigma is ignored"),
    PARAM_EDGE_OF_LEVELS(struct kawase_params),
    PARAM_IMPL(struct kawase_params, impls),
    { 0 },
};

static bool uses_row(const void *values, const struct param *row)
{
    const struct kawase_params *p = values;
    const bool is_fixed = p->passes > 0 && p->scale > 0 && p->factor > 0;
    return !is_fixed || !PARAM_ROW_IS(row, struct kawase_params, sigma);
}

const struct effect effect_kawase = {
    .name = "kawase",
    .about.summary = "Blur by a few passes of four diagonal taps with a growing reach",
    .about.origin = "M. Kawase, Frame Buffer Postprocessing Effects in DOUBLE-S.T.E.A.L, GDC 2003",
    .params = params,
    .on_levels = true,
    .blur = find_blur,
    .impls = impls,
    .about.golden = "sigma=3",
    .about.uses_row = uses_row,
};
