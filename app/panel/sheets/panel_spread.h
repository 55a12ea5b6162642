#pragma once

#include "app/panel/widgets/panel_view.h"

// The page of the point spread: what the selected blur makes of one lit texel, measured on the GPU.

enum {
    PANEL_SPREAD_POINTS = 129, // of a profile, evenly from -range to range
    PANEL_SPREAD_CELLS = 49,   // of the small picture, a side
    PANEL_SPREAD_LINES = 10,
};

// Light is a share of the peak of the Gaussian beside it.
struct panel_spread {
    char title[96]; // the step, and its implementation
    char note[240]; // what else is to be said; "": nothing
    bool is_known;  // the rest is there
    float range;    // px to each side of the point
    float across[PANEL_SPREAD_POINTS], down[PANEL_SPREAD_POINTS], diagonal[PANEL_SPREAD_POINTS];
    float gaussian[PANEL_SPREAD_POINTS];
    bool is_round; // `across` tells of every direction
    float cells[PANEL_SPREAD_CELLS][PANEL_SPREAD_CELLS];
    int line_count;
    struct panel_spread_line {
        char label[24], words[96];
    } lines[PANEL_SPREAD_LINES];
};

void panel_spread_show(struct panel_view *view);
