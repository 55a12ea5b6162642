#include "effects/pointwise/pointwise.h"

static const char *const measures[] = { "max", "luminance", NULL };

static const struct param params[] = {
    PARAM_FLOAT(struct threshold_params, level, .def = 1, .max = 64, .slider_max = 4, .step = 0.1f,
                .help = "Light below this turns black; 1 is diffuse white"),
    PARAM_FLOAT(struct threshold_params, knee, .def = 0.5f, .max = 1, .step = 0.05f,
                .help = "Half width of the soft transition, as a share of the level"),
    PARAM_FLOAT(struct threshold_params, limit, .max = 65504, .slider_max = 100, .step = 1,
                .zero = "none", .help = "Most light let through, against fireflies"),
    PARAM_CHOICE(struct threshold_params, by, .choices = measures,
                 .help = "What is measured: max, the largest channel, lets lamps of every colour "
                         "through; luminance, what the eye sees, leaves out saturated blue and red "
                         "unless they are several times brighter"),
    { 0 },
};

static int find_variant(const void *values, const void *file)
{
    (void) file;
    const struct threshold_params *p = values;
    return p->limit > 0;
}

static bool uses_row(const void *values, const struct param *row)
{
    const struct threshold_params *p = values;
    return p->level > 0 || !PARAM_ROW_IS(row, struct threshold_params, knee);
}

const struct effect effect_threshold = {
    .name = "threshold",
    .about.summary = "Keeps the light that is brighter than a level",
    .about.origin = "Quadratic soft knee after K. Takahashi, KinoBloom, 2015",
    .params = params,
    .pointwise = true,
    .variant = find_variant,
    .about.uses_row = uses_row,
};
