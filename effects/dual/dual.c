// The dual filter: half the size, and half again, each time with five taps; then up again with
// eight. Every level costs a quarter of the one before and doubles the width, so that a very wide
// blur costs hardly more than a narrow one. The steps are smooth enough that a small bright object
// does not shimmer when it moves, as it does with a chain of 2x2 averages.

#include "effects/dual/dual.h"

#include "effects/blur/margin.h"
#include "effects/blur/reach.h"

struct sigma_dual dual_solve(const struct dual_params *p, int height)
{
    static const double down[] = { 1, [DUAL_TAPS_SOURCE] = 0.5, [DUAL_TAPS_FAR] = 2 };
    const struct sigma_dual_knobs knobs = {
        .sigma = (double) length_pixels(p->sigma, height),
        .levels = p->levels,
        .offset = (double) p->offset,
        .scatter = (double) p->scatter,
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

static struct effect_width find_width(const void *params, int height)
{
    const struct dual_params *p = params;
    const struct sigma_dual dual = dual_solve(p, height);
    return (struct effect_width){
        .asked = (double) length_pixels(p->sigma, height),
        .in_effect = sigma_dual_width(&dual),
        .core = p->scatter < 1 ? sigma_dual_core(&dual) : 0,
        .by_hand = p->levels > 0 || p->offset > 0,
    };
}

static struct effect_amounts find_amounts(const void *params, int height)
{
    const struct sigma_dual dual = dual_solve(params, height);
    return (struct effect_amounts){
        .reach = reach_dual(&dual),
        .levels = dual.levels,
    };
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

struct sigma_dual dual_solve_site(const struct effect_site *site)
{
    return dual_solve(site->params, effect_picture_height(site));
}

enum edge dual_edge(const struct effect_site *site)
{
    const struct dual_params *p = site->params;
    return (enum edge) p->edge;
}

// The order in which `auto` tries them if there is no profile.
#define IMPLS(X) \
    X(dual_fs_passes) \
    X(dual_cs_passes) \
    X(dual_cs_blocked)

IMPLS(EFFECT_IMPL_DECLARE)
static const struct effect_impl *const impls[] = { IMPLS(EFFECT_IMPL_LIST) NULL };

static const char *const taps[] = { "target", "source", "far", NULL };

static const struct param params[] = {
    PARAM_LENGTH(struct dual_params, sigma, .def = 16, .max = SIGMA_MOST_ON_LEVELS, .slider_min = 1,
                 .slider_max = 64, .curve = PARAM_CURVE_LOG, .unit = "px",
                 .help =
                     "Width of the blur, its standard deviation; 0 leaves the picture as it is"),
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
    .width = find_width,
    .amounts = find_amounts,
    .margin = margin,
    .impls = impls,
    .golden = "sigma=3",
    .matters = matters,
};
