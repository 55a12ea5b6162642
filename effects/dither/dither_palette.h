#pragma once

#include "effects/palette/palette.h"
#include "effects/pointwise/pointwise.h"

// effects/dither: ordered and noise dither, to levels or to the colours of a palette.

// The inputs of shaders/dither/dither_palette.glsl that depend on the palette.

// Returns the texture u_table with every colour of the palette, or with one texel if there is no
// palette. It is borrowed from gpu->cache.
const struct texture *dither_palette_table(struct gpu *gpu, const struct dither_params *p,
                                           const struct palette *palette);

// Returns the bits of the shader's argument `variant` for the palette: the method that finds a
// colour, and the number of colours in u_constants. 0: the parameters name no palette.
int dither_palette_variant(const struct dither_params *p, const struct palette *palette);

// Writes u_constants for that variant. Returns the number of vectors, at least 1.
int dither_palette_constants(const struct dither_params *p, const struct palette *palette,
                             float constants[EFFECT_MAX_CONSTANTS][4]);
