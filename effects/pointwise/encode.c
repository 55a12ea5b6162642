#include "effects/effect.h"

const struct effect effect_encode = {
    .name = "encode",
    .about.summary = "Clamps linear light to 0..1 and encodes it for the display",
    .about.origin = "sRGB transfer function, IEC 61966-2-1, 1999",
    .colour = COLOUR_ENCODES,
    .pointwise = true,
    .tolerance = 2e-6,
};
