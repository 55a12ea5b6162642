#include "effects/colour.h"
#include "effects/pointwise/tonemap_curve.h"

static const char *const curves[] = { "linear",    "reinhard", "reinhard_extended", "hable", "aces",
                                      "aces_hill", "agx",      "neutral",           "gt",    NULL };

static const struct param params[] = {
    PARAM_STOPS(struct tonemap_params, exposure, .min = -16, .max = 16, .slider_min = -6,
                .slider_max = 6, .step = 0.25f,
                .help = "Stops before the curve: each one up doubles the light"),
    PARAM_CHOICE(struct tonemap_params, curve, .def = TONEMAP_AGX, .choices = curves,
                 .help = "How scene light becomes display light"),
    PARAM_FLOAT(struct tonemap_params, white, .def = 4, .min = 1, .max = 1000, .slider_max = 64,
                .curve = PARAM_CURVE_LOG, .step = 1.1f,
                .help = "Luminance that reinhard_extended makes white"),
    { 0 },
};

// A curve may change the hue of grey by up to 1e-3; the result is the luma (ITU-R BT.709).
static double curve(const void *values, double light)
{
    const double grey[3] = { light, light, light };
    double value[3];
    tonemap_curve_shade(values, grey, value);
    return colour_luminance(value);
}

// Returns the variant, which omits the multiplication if the gain is 1.
static int find_variant(const void *values, const void *file)
{
    (void) file;
    const struct tonemap_params *p = values;
    return p->exposure != 0;
}

static bool uses_row(const void *values, const struct param *row)
{
    const struct tonemap_params *p = values;
    return p->curve == TONEMAP_REINHARD_EXTENDED ||
           !PARAM_ROW_IS(row, struct tonemap_params, white);
}

const struct effect effect_tonemap = {
    .name = "tonemap",
    .about.summary = "Fits scene light into the display's range and encodes it",
    .about.origin =
        "E. Reinhard et al. 2002; J. Hable 2010; K. Narkowicz 2015; S. Hill 2015; T. Sobotka "
        "2022 in the fit of B. Wrensch 2023; Khronos PBR Neutral 2024; H. Uchimura 2017",
    .params = params,
    .colour = COLOUR_ENCODES,
    .pointwise = true,
    .tolerance = 1e-5,
    .variant = find_variant,
    .about.curve = curve,
    .about.uses_row = uses_row,
};
