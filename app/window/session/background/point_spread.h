#pragma once

#include "app/measure/quality/quality.h"
#include "app/renderer/renderer.h"

// Measures the point spread of the selected blur, its image of one lit texel, while the page is
// shown. The implementation is the one of the picture; it runs alone, in RGBA32F, in pictures of
// its own outside the GPU frames that are timed. One picture is drawn per frame.

enum {
    POINT_SPREAD_POINTS = 129, // of a profile, evenly spaced from -range to range
    POINT_SPREAD_CELLS = 49,   // side of the small picture
    POINT_SPREAD_LINES = 9,
};

struct point_spread {
    int step; // number in the chain; -1: none
    // The blur that is measured.
    struct chain chain; // one step whose lengths are in px and which has no region; empty: none
    const struct effect_impl *impl; // the one that the picture uses; NULL: none
    unsigned reloads;               // of the program cache, when measuring began
    double asked;                   // sigma, px; 0: the step is not set by a sigma
    double expected;                // sigma, px
    double far;                     // radius beyond which there is no light, px
    struct spread spread;           // its pictures
    double sigma;                   // of the last result, px, horizontally
    bool is_sharp;                  // the step does not blur
    struct error error;             // reason if it cannot be measured; "": it can

    // The values that the panel shows. Light is a share of the peak of the Gaussian of the same
    // sigma.
    char title[96]; // the step and its implementation
    char note[240]; // a remark; "": none
    bool is_known;  // the fields below are valid
    float range;    // px to each side of the point
    float across[POINT_SPREAD_POINTS], gaussian[POINT_SPREAD_POINTS];
    float cells[POINT_SPREAD_CELLS][POINT_SPREAD_CELLS];
    int line_count;
    struct point_spread_line {
        char label[24], words[96];
    } lines[POINT_SPREAD_LINES];
};

void point_spread_finish(struct point_spread *spread);

// Measures that step of the renderer's chain, or the first step that blurs if that one does not. To
// be called between GPU frames.
void point_spread_draw(struct point_spread *spread, struct renderer *renderer, int step);

// Returns true if more frames are to be drawn although nothing moves.
bool point_spread_is_due(const struct point_spread *spread);
