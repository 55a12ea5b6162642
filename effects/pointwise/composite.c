#include "effects/pointwise/pointwise.h"

static const char *const modes[] = { "add", "mix", "screen", NULL };

static const struct param params[] = {
    PARAM_FLOAT(struct composite_params, strength, .def = 0.6f, .max = 16, .slider_max = 2,
                .step = 0.05f, .help = "How much of that light is laid over the source"),
    PARAM_CHOICE(struct composite_params, mode, .choices = modes,
                 .help = "Add light, mix so that energy is conserved, or screen"),
    PARAM_COLOUR(struct composite_params, tint, .def = 1, .max = 4, .step = 0.05f,
                 .help = "Colour that the light is multiplied by"),
    { 0 },
};

static bool uses_row(const void *values, const struct param *row)
{
    const struct composite_params *p = values;
    return p->strength > 0 || !PARAM_ROW_IS(row, struct composite_params, tint);
}

const struct effect effect_composite = {
    .name = "composite",
    .about.summary = "Lays the light of the steps before it over the source image",
    .params = params,
    .pointwise = true,
    .reads_source = true,
    .about.uses_row = uses_row,
};
