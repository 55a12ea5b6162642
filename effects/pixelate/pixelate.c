// The picture in coarse squares, as on a screen with few pixels. A square is the mean of its
// texels: of premultiplied light if the step is before the tone curve; after it, of straight
// display values weighted by alpha.

#include "effects/pixelate/pixelate.h"

#include "effects/effect.h"

#define IMPLS(X) \
    X(pixelate_fs_passes) \
    X(pixelate_cs_passes)

IMPLS(EFFECT_IMPL_DECLARE)
static const struct effect_impl *const impls[] = { IMPLS(EFFECT_IMPL_LIST) NULL };

static const struct param params[] = {
    PARAM_CELL(struct pixelate_params, .def = 8, .min = 1,
               .help = "Side of the squares, rounded to whole pixels, the first at the top left; "
                       "a dither or error_diffusion after it works on them"),
    PARAM_IMPL(struct pixelate_params, impls),
    { 0 },
};

static bool is_identity(const void *values, int picture_height)
{
    return effect_cell(&effect_pixelate, values, picture_height, 1) == 1;
}

const struct effect effect_pixelate = {
    .name = "pixelate",
    .about.summary = "The picture in coarse squares, each the mean of what lies in it",
    .params = params,
    .colour = COLOUR_ANY,
    .is_identity = is_identity,
    .impls = impls,
};
