#include "effects/pointwise/pointwise.h"

static const struct param params[] = {
    PARAM_STOPS(struct exposure_params, ev, .min = -16, .max = 16, .slider_min = -6,
                .slider_max = 6, .step = 0.25f, .help = "Stops: each one up doubles the light"),
    { 0 },
};

const struct effect effect_exposure = {
    .name = "exposure",
    .about.summary = "Makes the light brighter or darker by stops",
    .params = params,
    .pointwise = true,
};
