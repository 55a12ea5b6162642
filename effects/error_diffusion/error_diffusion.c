// Every pixel takes the nearest colour and adds its error to neighbours that are not done yet. The
// result is finer than ordered dither, but work is sequential through the whole picture: a pixel
// depends on the one to its left and on those above. So rows run in parallel, each some pixels
// behind the row above.

#include "effects/error_diffusion/error_diffusion.h"

#include "effects/effect_impl.h"
#include "effects/pointwise/pointwise.h"
#include "effects/step_file.h"

#define IMPLS(X) \
    X(error_diffusion_cs_bands) \
    X(error_diffusion_cpu)

IMPLS(EFFECT_IMPL_DECLARE)
static const struct effect_impl *const impls[] = { IMPLS(EFFECT_IMPL_LIST) NULL };

static const char *const kernels[] = { "floyd_steinberg", "false_fs", "jarvis",  "stucki",
                                       "burkes",          "sierra",   "sierra2", "sierra_lite",
                                       "atkinson",        NULL };

static const struct param params[] = {
    PARAM_CHOICE(struct error_diffusion_params, kernel, .choices = kernels,
                 .help = "Which neighbours get how much of a pixel's error"),
    PARAM_INT(struct error_diffusion_params, bits, .min = 1, .max = DIFFUSION_MAX_BITS,
              .zero = "auto", .unit = "bits",
              .help = "Bits a channel to reduce to; auto takes those of the picture's target"),
    PARAM_PALETTE(struct error_diffusion_params),
    PARAM_DISTANCE(struct error_diffusion_params),
    PARAM_FLOAT(struct error_diffusion_params, strength, .def = 1, .max = 1, .step = 0.05f,
                .help = "How much of the error is passed on; 0 only rounds"),
    PARAM_CELL(struct error_diffusion_params, .zero = "auto", .min = 1,
               .help = "Side of the squares that count as one pixel, rounded to whole pixels; auto "
                       "takes that of a pixelate before it, or 1"),
    PARAM_IMPL(struct error_diffusion_params, impls),
    { 0 },
};

static bool read_palette(const void *values, const void **file, struct error *error)
{
    const struct error_diffusion_params *p = values;
    return palette_read(p->palette, p->colors, file, error);
}

static bool check(const void *values, int depth, struct error *error)
{
    const struct error_diffusion_params *p = values;
    if (!step_file_is_given(p->palette) && p->bits == 0 && depth > DIFFUSION_MAX_BITS) {
        error_set(error,
                  "bits=auto asks for the %d bits of the picture's target, and it reduces "
                  "to %d at most; say bits=%d",
                  depth, DIFFUSION_MAX_BITS, DIFFUSION_MAX_BITS);
        return error_set_key(error, "bits");
    }
    return true;
}

static bool uses_row(const void *values, const struct param *row)
{
    const struct error_diffusion_params *p = values;
    if (!palette_lets_matter(p->palette, row))
        return false;
    return p->strength > 0 || !PARAM_ROW_IS(row, struct error_diffusion_params, kernel);
}

const struct effect effect_error_diffusion = {
    .name = "error_diffusion",
    .about.summary =
        "Reduces display values to few levels or colours, handing errors on to neighbours",
    .about.origin =
        "R. W. Floyd and L. Steinberg, An adaptive algorithm for spatial greyscale, 1976",
    .params = params,
    .colour = COLOUR_DISPLAY,
    .quantises = true,
    .read = read_palette,
    .impls = impls,
    .check = check,
    .about.uses_row = uses_row,
};
