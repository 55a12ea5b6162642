// A blur by any kernel: the image of a point of light. A point seen through an aperture becomes its
// shape, and through a star filter becomes rays. Each texel is the sum of the texels around it,
// weighted by the mirrored kernel, so that a point becomes the kernel itself. A kernel with few
// texels is summed texel by texel, a larger one by Fourier transforms, which turn a convolution
// into a product.

#include "effects/convolve/convolve_kernel.h"
#include "effects/convolve/convolve_params.h"
#include "effects/effect.h"
#include "effects/effect_impl.h"
#include "render/text/names.h"
#include "render/text/step_text.h"

#include <string.h>

// The first takes equally long for a kernel of any size, so that a picture never gets the many taps
// of the others if the first fits (1920x1080 on llvmpipe: as long as 25 taps).
#define IMPLS(X) \
    X(convolve_cs_fft) \
    X(convolve_fs_taps) \
    X(convolve_cs_taps)

IMPLS(EFFECT_IMPL_DECLARE)
static const struct effect_impl *const impls[] = { IMPLS(EFFECT_IMPL_LIST) NULL };

static const struct param params[] = {
    PARAM_TEXT(struct convolve_params, kernel, .def_text = "disc", .choices = convolve_shapes,
               .help = "What a point of light becomes: disc, polygon, star, streak, gaussian, or "
                       "@FILE, a picture of it, whose light is divided by its sum in each channel"),
    PARAM_LENGTH(struct convolve_params, size, .zero = "auto", .min = 1, .max = CONVOLVE_MAX_SIZE,
                 .slider_max = 256, .curve = PARAM_CURVE_LOG, .unit = "px",
                 .help = "How wide the shape is from end to end, of a gaussian eight sigma, of a "
                         "picture its longer side; auto is 4 % of the height, or the picture's "
                         "own size"),
    PARAM_INT(struct convolve_params, blades, .def = 7, .min = 3, .max = 16,
              .help = "Corners of a polygon, one for each blade of an aperture"),
    PARAM_FLOAT(struct convolve_params, roundness, .max = 1, .step = 0.05f,
                .help = "How far the sides of a polygon bend outwards: at 1 it is a disc"),
    PARAM_INT(struct convolve_params, rays, .def = 6, .min = 1, .max = 16,
              .help = "Rays of a star"),
    PARAM_FLOAT(struct convolve_params, falloff, .def = 3, .max = 16, .step = 0.5f,
                .help = "How fast rays and streaks fade: the power of the share of the way that "
                        "is left to the tip; 0 is even light"),
    PARAM_FLOAT(struct convolve_params, angle, .min = -180, .max = 180, .step = 5,
                .unit = "degrees",
                .help = "Turns polygon, star and streak clockwise: at 0 a corner or a ray points "
                        "up, and a streak lies flat"),
    PARAM_EDGE(struct convolve_params),
    PARAM_IMPL(struct convolve_params, impls),
    { 0 },
};

static bool read_picture(const void *values, const void **file, struct error *error)
{
    const struct convolve_picture *picture;
    if (!convolve_picture_read(values, &picture, error))
        return error_set_key(error, "kernel");
    *file = picture;
    return true;
}

static bool check(const void *values, int depth, struct error *error)
{
    const struct convolve_params *p = values;
    const struct names names = { names_of_array, convolve_shapes };
    (void) depth;
    if (convolve_shape_of(p) != CONVOLVE_PICTURE || (p->kernel[0] == '@' && p->kernel[1]))
        return true;
    error_set(error, "no kernel '%.*s'; there are ", names_shown(strlen(p->kernel)), p->kernel);
    names_list(error, &names);
    error_append(error, ", or @FILE, a picture");
    names_suggest(error, &names, p->kernel, strlen(p->kernel));
    return error_set_key(error, "kernel");
}

static bool uses_row(const void *values, const struct param *row)
{
    const struct convolve_params *p = values;
    const enum convolve_shape shape = convolve_shape_of(p);
    const bool is_polygon = shape == CONVOLVE_POLYGON;
    if (PARAM_ROW_IS(row, struct convolve_params, blades))
        return is_polygon && p->roundness < 1;
    if (PARAM_ROW_IS(row, struct convolve_params, roundness))
        return is_polygon;
    if (PARAM_ROW_IS(row, struct convolve_params, rays))
        return shape == CONVOLVE_STAR;
    if (PARAM_ROW_IS(row, struct convolve_params, falloff))
        return shape == CONVOLVE_STAR || shape == CONVOLVE_STREAK;
    if (PARAM_ROW_IS(row, struct convolve_params, angle))
        return shape == CONVOLVE_STAR || shape == CONVOLVE_STREAK ||
               (is_polygon && p->roundness < 1);
    return true;
}

static bool is_identity(const void *values, int picture_height)
{
    struct convolve_recipe recipe;
    const struct convolve_params *p = values;
    convolve_recipe_init(&recipe, p, NULL, picture_height);
    return p->kernel[0] != '@' && recipe.width == 1;
}

static void remark(const void *values, int height, struct step_writer *text)
{
    struct convolve_recipe recipe;
    const struct convolve_params *p = values;
    convolve_recipe_init(&recipe, p, NULL, height);
    if (p->kernel[0] != '@' && p->size.value == 0)
        step_writef(text, "size is %.4g px", recipe.size);
}

const struct effect effect_convolve = {
    .name = "convolve",
    .about.summary =
        "Spreads each point of light into a shape: an aperture's, rays, or that of a file",
    .params = params,
    .is_identity = is_identity,
    .about.remark = remark,
    .about.uses_row = uses_row,
    .check = check,
    .read = read_picture,
    .impls = impls,
    .about.golden = "size=8",
};
