#include "effects/effect.h"

// In a file of its own, so that a test can put other effects in its place.

const struct effect *const effects[] = {
    &effect_threshold,
    &effect_composite,
    &effect_saturation,
    &effect_exposure,
    &effect_tonemap,
    &effect_encode,
    &effect_dither,
    &effect_dual,
    &effect_kawase,
    &effect_gaussian,
    &effect_box,
    &effect_pyramid,
    &effect_mips,
    &effect_pixelate,
    &effect_error_diffusion,
    NULL,
};
