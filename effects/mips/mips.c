// A blur that needs almost no code: a high level of a mip map, magnified. Its 2x2 averages show as
// blocks, and flicker when a small object moves; it is a baseline to compare the others with. The
// width is right only on average over the positions of a point.

#include "effects/mips/mips.h"

#include "effects/blur/levels.h"
#include "effects/blur/reach.h"
#include "effects/effect.h"

#include <math.h>

enum { MAX_SIGMA = 250 };

struct sigma_mips mips_solve(const struct mips_params *p, int height)
{
    const struct sigma_mips_knobs knobs = {
        .sigma = length_pixels(p->sigma, height),
        .level = p->level,
    };
    return sigma_mips_solve(&knobs);
}

struct sigma_mips mips_solve_site(const struct effect_site *site)
{
    return mips_solve(site->params, effect_picture_height(site));
}

static struct effect_blur find_blur(const void *params, int height)
{
    const struct mips_params *p = params;
    const struct sigma_mips mips = mips_solve(p, height);
    const int levels = mips.level + (mips.share > 0);
    return (struct effect_blur){
        .requested = length_pixels(p->sigma, height),
        .width = sigma_mips_width(&mips),
        .by_hand = p->level > 0,
        .reach = reach_mips(&mips),
        .levels = levels,
        // Texels reach further than the width suggests. An average of four texels beyond the border
        // is 0 even without a margin.
        .margin = p->edge == EDGE_MIRROR ? ldexp(1, levels) : 0,
    };
}

#define IMPLS(X) \
    X(mips_fs_passes) \
    X(mips_cs_passes)

IMPLS(EFFECT_IMPL_DECLARE)
static const struct effect_impl *const impls[] = { IMPLS(EFFECT_IMPL_LIST) NULL };

static const struct param params[] = {
    PARAM_SIGMA(struct mips_params, MAX_SIGMA,
                "Width of the blur, its standard deviation, on average over places in the "
                "picture; 0 leaves it as it is"),
    PARAM_FLOAT(struct mips_params, level, .zero = "auto", .min = 0.1f, .max = SIGMA_MIPS_LEVELS,
                .step = 0.1f,
                .help = "Level of detail, halvings of the size; sigma is then ignored"),
    PARAM_EDGE_OF_LEVELS(struct mips_params),
    PARAM_IMPL(struct mips_params, impls),
    { 0 },
};

static bool uses_row(const void *values, const struct param *row)
{
    const struct mips_params *p = values;
    return p->level == 0 || !PARAM_ROW_IS(row, struct mips_params, sigma);
}

const struct effect effect_mips = {
    .name = "mips",
    .about.summary =
        "Blur by a high level of a mip map, blocky and flickering: the one to compare with; "
        "only on average as wide as sigma says",
    .about.origin = "L. Williams, Pyramidal parametrics, SIGGRAPH 1983",
    .params = params,
    .is_average = true,
    .on_levels = true,
    .blur = find_blur,
    .impls = impls,
    .about.uses_row = uses_row,
};
