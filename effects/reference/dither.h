#pragma once

#include "effects/palette/palette.h"
#include "effects/pointwise/pointwise.h"

// The reference of dither with a palette.

struct palette_colour {
    double encoded[3], luminance;
    double place[3]; // position in the space in which distances are measured
    double mixed[3]; // the values that are mixed: encoded or linear, by the parameter `space`; for
                     // luma times the roots of its weights
};

struct palette_colours { // sorted from dark to bright
    int count;
    struct palette_colour colours[PALETTE_MAX_COLOURS];
};

// Returns false if the parameters name no palette that can be loaded.
bool dither_load_palette(const struct dither_params *p, struct palette_colours *list);

// Writes the palette's colour for a display value and a threshold of -0.5..0.5.
void dither_mix_colour(const struct palette_colours *list, const struct dither_params *p,
                       const double value[3], double threshold, double out[3]);
