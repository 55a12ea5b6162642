// The dual filter: half the size, and half again, each time with five taps; then up again with
// eight. Every level costs a quarter of the one before and doubles the width, so that a very wide
// blur costs hardly more than a narrow one. The steps are smooth enough that a small bright object
// does not shimmer when it moves, as it does with a chain of 2x2 averages.

#include "effects/dual/dual.h"

#include "effects/blur/levels.h"
#include "effects/blur/reach.h"
#include "effects/effect.h"

struct sigma_dual dual_solve(const struct dual_params *p, int height)
{
    static const double down[] = { 1, [DUAL_TAPS_SOURCE] = 0.5, [DUAL_TAPS_FAR] = 2 };
    const struct sigma_dual_knobs knobs = {
        .sigma = length_pixels(p->sigma, height),
        .levels = p->levels,
        .offset = p->offset,
        .scatter = p->scatter,
        .down = down[p->taps],
    };
    // The callbacks of a step solve for the same parameters several times in each frame, so the
    // last result is cached.
    static _Thread_local struct sigma_dual_knobs last;
    static _Thread_local struct sigma_dual solved;
    if (knobs.sigma != last.sigma || knobs.levels != last.levels || knobs.offset != last.offset ||
        knobs.scatter != last.scatter || knobs.down != last.down)
        solved = sigma_dual_solve(&knobs);
    last = knobs;
    return solved;
}

static struct effect_blur find_blur(const void *params, int height)
{
    const struct dual_params *p = params;
    const struct sigma_dual dual = dual_solve(p, height);
    const struct sigma_bells bells = sigma_dual_bells(&dual);
    const double width = sigma_bells_width(&bells);
    return (struct effect_blur){
        .requested = length_pixels(p->sigma, height),
        .width = width,
        .core = p->scatter < 1 ? sigma_bells_core(&bells) : 0,
        .by_hand = p->levels > 0 || p->offset > 0,
        .reach = reach_dual(&dual),
        .levels = dual.levels,
        .margin = width,
    };
}

struct sigma_dual dual_solve_site(const struct effect_site *site)
{
    return dual_solve(site->params, effect_picture_height(site));
}

// The order in which `auto` tries them if there is no profile.
#define IMPLS(X) \
    X(dual_fs_passes) \
    X(dual_cs_passes) \
    X(dual_cs_columns) \
    X(dual_cs_blocked)

IMPLS(EFFECT_IMPL_DECLARE)
static const struct effect_impl *const impls[] = { IMPLS(EFFECT_IMPL_LIST) NULL };

static const char *const taps[] = { "target", "source", "far", NULL };

static const struct param params[] = {
    PARAM_SIGMA(struct dual_params, SIGMA_MAX_ON_LEVELS, SIGMA_HELP),
    PARAM_INT(struct dual_params, levels, .zero = "auto", .min = 1, .max = SIGMA_DUAL_LEVELS,
              .help = "How often the size is halved; if given, as near to sigma as that many come"),
    PARAM_FLOAT(struct dual_params, offset, .zero = "auto", .min = 0.5f, .max = 50,
                .slider_min = 0.5f, .slider_max = 2, .step = 0.05f,
                .help = "Distance of the taps, 1 as published; with levels too, sigma is ignored"),
    PARAM_SCATTER(struct dual_params),
    PARAM_CHOICE(
        struct dual_params, taps, .choices = taps,
        .help = "How far the taps of a step down lie: target, half a texel of the smaller image; "
                "source, half a texel of the larger one, as in KWin and picom, which shimmers at "
                "offset 1; far, twice as far as target, as in Hyprland"),
    PARAM_EDGE_OF_LEVELS(struct dual_params),
    PARAM_IMPL(struct dual_params, impls),
    { 0 },
};

static bool uses_row(const void *values, const struct param *row)
{
    const struct dual_params *p = values;
    const bool is_fixed = p->levels > 0 && p->offset > 0;
    return !is_fixed || !PARAM_ROW_IS(row, struct dual_params, sigma);
}

const struct effect effect_dual = {
    .name = "dual",
    .about.summary = "Blur on ever smaller images, smooth and cheap at any width",
    .about.origin = "M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015",
    .params = params,
    .on_levels = true,
    .blur = find_blur,
    .impls = impls,
    .about.golden = "sigma=3",
    .about.uses_row = uses_row,
};
