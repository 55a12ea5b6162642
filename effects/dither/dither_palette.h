#pragma once

#include "effects/effect.h"
#include "effects/pointwise/pointwise.h"

// effects/dither: ordered and noise dither, to levels or to the colours of a palette.

// What the host tells shaders/dither/dither_palette.glsl of a palette.

// Every colour of the palette, for u_palettes; one texel where there is none. Borrowed from
// gpu->tables.
const struct texture *dither_palette_table(struct gpu *gpu, const struct dither_params *p);

// Flags of the shader's argument `way`: which of its ways a palette takes, and of how many colours
// it knows by u_constants. 0 without a palette.
int dither_palette_variant(const struct dither_params *p);

// Fills u_constants for that way. Returns how many there are, at least 1.
int dither_palette_constants(const struct dither_params *p,
                             float constants[EFFECT_MAX_CONSTANTS][4]);
