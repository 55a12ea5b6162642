#include "effects/pointwise/pointwise.h"

static const char *const lumas[] = { "bt601", "rec709", NULL };

static const struct param params[] = {
    PARAM_FLOAT(struct saturation_params, factor, .def = 1, .max = 2, .step = 0.05f,
                .help = "0 is grey, 1 leaves the colours as they are"),
    PARAM_CHOICE(struct saturation_params, luma, .choices = lumas,
                 .help = "Weights of red, green and blue in the grey that colours are mixed with"),
    { 0 },
};

static bool uses_row(const void *values, const struct param *row)
{
    const struct saturation_params *p = values;
    return p->factor != 1 || !PARAM_ROW_IS(row, struct saturation_params, luma);
}

const struct effect effect_saturation = {
    .name = "saturation",
    .about.summary = "Moves colours away from grey or towards it",
    .about.origin = "W. Moore, Metal by Example: Introduction to Image Processing, 2014",
    .params = params,
    .pointwise = true,
    .about.uses_row = uses_row,
};
