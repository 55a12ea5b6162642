// A pyramid: half the size, and half again, each time with a filter wide enough that small details
// do not flicker, and up again with a tent. It takes more taps than the dual filter and is
// smoother: averaged over its positions, a point becomes a Gaussian within 3.5 % of its peak from
// sigma 2.5 on, 7.5 % below. If every level mixes in some of its own light, the same passes give a
// bloom: a bright core in a wide haze.

#include "effects/pyramid/pyramid.h"

#include "effects/blur/levels.h"
#include "effects/blur/reach.h"
#include "effects/effect.h"
#include "effects/effect_impl.h"

struct sigma_pyramid pyramid_solve(const struct pyramid_params *p, int height)
{
    const struct sigma_pyramid_knobs knobs = {
        .sigma = length_pixels(p->sigma, height),
        .levels = p->levels,
        .scatter = p->scatter,
        .gauss5 = p->kernel == PYRAMID_KERNEL_GAUSS5,
    };
    return sigma_pyramid_solve(&knobs);
}

static struct effect_blur find_blur(const void *params, int height)
{
    const struct pyramid_params *p = params;
    const struct sigma_pyramid pyramid = pyramid_solve(p, height);
    const struct sigma_bells bells = sigma_pyramid_bells(&pyramid);
    const double width = sigma_bells_width(&bells);
    return (struct effect_blur){
        .requested = length_pixels(p->sigma, height),
        .width = width,
        .core = p->scatter < 1 ? sigma_bells_core(&bells) : 0,
        .by_hand = p->levels > 0,
        .reach = reach_pyramid(&pyramid),
        .levels = pyramid.levels,
        .margin = width,
    };
}

struct sigma_pyramid pyramid_solve_site(const struct effect_site *site)
{
    return pyramid_solve(site->params, effect_picture_height(site));
}

const struct pyramid_params *pyramid_params_of(const struct effect_site *site)
{
    return site->params;
}

bool pyramid_uses_karis(const struct effect_site *site)
{
    return pyramid_params_of(site)->karis == PYRAMID_KARIS_PARTIAL;
}

#define IMPLS(X) \
    X(pyramid_fs_passes) \
    X(pyramid_cs_passes) \
    X(pyramid_cs_blocked)

IMPLS(EFFECT_IMPL_DECLARE)
static const struct effect_impl *const impls[] = { IMPLS(EFFECT_IMPL_LIST) NULL };

static const char *const kernels[] = { "13tap", "gauss5", NULL };
static const char *const kinds_of_karis[] = { "none", "partial", NULL };

static const struct param params[] = {
    PARAM_SIGMA(struct pyramid_params, SIGMA_MAX_ON_LEVELS, SIGMA_HELP),
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

const struct effect effect_pyramid = {
    .name = "pyramid",
    .about.summary = "Blur on ever smaller images with wide filters, stable in motion",
    .about.origin =
        "J. Jimenez, Next Generation Post Processing in Call of Duty: Advanced Warfare, "
        "SIGGRAPH 2014",
    .params = params,
    .on_levels = true,
    .blur = find_blur,
    .impls = impls,
};
