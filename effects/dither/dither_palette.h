#pragma once

#include "effects/palette/palette.h"
#include "effects/pointwise/pointwise.h"

// effects/dither: ordered and noise dither, to levels or to the colours of a palette.

// The inputs of shaders/dither/dither_palette.glsl that depend on the palette.

// The texture u_table with every colour of the palette; one texel where there is none. It is
// borrowed from gpu->cache.
const struct texture *dither_palette_table(struct gpu *gpu, const struct dither_params *p,
                                           const struct palette *palette);

// The part of the shader's argument `variant` that is about the palette: how a colour is found, and
// how many colours u_constants has. 0 where the parameters name none.
int dither_palette_variant(const struct dither_params *p, const struct palette *palette);

// Fills u_constants for that variant. Returns how many vectors there are, at least 1.
int dither_palette_constants(const struct dither_params *p, const struct palette *palette,
                             float constants[EFFECT_MAX_CONSTANTS][4]);
