#pragma once

#include "effects/palette/palette.h"
#include "effects/pointwise/pointwise.h"

// The palettes of the dither's reference.

struct palette_colour {
    double encoded[3], luminance;
    double place[3]; // in the space in which distances are measured
    double mixed[3]; // encoded or linear, as `space` says
};

struct palette_colours { // from dark to bright
    int count;
    struct palette_colour colours[PALETTE_MAX_COLOURS];
};

// False when the parameters name no palette that can be loaded.
bool dither_load_palette(const struct dither_params *p, struct palette_colours *list);

// One of the palette's colours for a display value and a threshold of -0.5..0.5.
void dither_mix_colour(const struct palette_colours *list, const struct dither_params *p,
                       const double value[3], double threshold, double out[3]);
