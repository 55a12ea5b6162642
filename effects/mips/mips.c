// A blur that needs almost no code: a high level of a mip map, magnified. Its 2x2 averages show as
// blocks, and flicker when a small object moves; it is a baseline to compare the others with. The
// width is right only on average over the positions of a point.

#include "effects/mips/mips.h"

#include "effects/blur/levels.h"
#include "effects/blur/margin.h"
#include "effects/blur/reach.h"

#include <math.h>
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

struct sigma_mips mips_solve_site(const struct effect_site *site)
{
    return mips_solve(site->params, effect_picture_height(site));
}

enum edge mips_edge(const struct effect_site *site)
{
    const struct mips_params *p = site->params;
    return (enum edge) p->edge;
}

int mips_levels(const struct effect_site *site)
{
    const struct sigma_mips mips = mips_solve_site(site);
    return mips.level + (mips.share > 0);
}

static struct effect_width find_width(const void *params, int height)
{
    const struct mips_params *p = params;
    const struct sigma_mips mips = mips_solve(p, height);
    return (struct effect_width){
        .asked = (double) length_pixels(p->sigma, height),
        .in_effect = sigma_mips_width(&mips),
        .by_hand = p->level > 0,
    };
}

static void remark(const void *params, int height, char text[EFFECT_WHY_SIZE])
{
    (void) params, (void) height;
    if (text[0])
        strncat(text, " on average", EFFECT_WHY_SIZE - strlen(text) - 1);
}

static struct effect_amounts find_amounts(const void *params, int height)
{
    const struct sigma_mips mips = mips_solve(params, height);
    return (struct effect_amounts){
        .reach = reach_mips(&mips),
        .levels = mips.level + (mips.share > 0),
    };
}

// An average of four texels beyond the border is 0 even without a margin.
static struct margin margin(const void *params, int width, int height)
{
    const struct mips_params *p = params;
    const struct sigma_mips mips = mips_solve(p, height);
    const int halvings = mips.level + (mips.share > 0);
    const struct margin_need need = {
        .edge = p->edge == EDGE_MIRROR ? EDGE_MIRROR : EDGE_CLAMP,
        .halvings = halvings,
        .sigma = ldexp(1, halvings), // texels reach further than the width suggests
    };
    return margin_of_levels(&need, width, height);
}

#define IMPLS(X) \
    X(mips_fs_passes) \
    X(mips_cs_passes) \
    X(mips_cs_generate_mipmap)

IMPLS(EFFECT_IMPL_DECLARE)
static const struct effect_impl *const impls[] = { IMPLS(EFFECT_IMPL_LIST) NULL };

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
    .baseline = true, // the width is right only on average over positions, and the picture is
                      // blocky
    .is_identity = is_identity,
    .width = find_width,
    .remark = remark,
    .amounts = find_amounts,
    .margin = margin,
    .impls = impls,
    .matters = matters,
};
