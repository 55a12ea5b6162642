#pragma once

#include "render/gpu.h"
#include "render/text/param.h"

// Draws display values on the screen, whose row 0 is at the bottom: this is the one place that
// turns the picture over. It lies on a dark ground.

enum present_way {
    PRESENT_ONE,        // the first picture
    PRESENT_SPLIT,      // the first left of the divider, the second right of it
    PRESENT_SIDES,      // each in a half, both showing the same part
    PRESENT_DIFFERENCE, // the second less the first, in display values, half grey for none
};

// Sizes and places are pixels from the top left. Textures stay the caller's.
struct present {
    const struct texture *pictures[2]; // of one size; the second NULL for PRESENT_ONE
    const struct texture *target;      // NULL: the window's framebuffer
    int width, height;                 // of the target
    enum present_way way;
    // The part of the target in whose middle the picture lies; with PRESENT_SIDES each in the
    // middle of a half. What does not fit lies beyond it.
    struct rect view;
    // Pixels of the target for one of the picture, above 0. From 1 on a whole number: texels are
    // then squares. Below 1 a pixel is the mean of the texels that it covers.
    float zoom;
    float centre[2]; // of the picture: what is in the middle of the view
    float divider;   // of PRESENT_SPLIT
    float gain;      // of PRESENT_DIFFERENCE
    float stops;     // of exposure, for looking
    float scale;     // of lines and of the zoom that a grid begins at; less than 1 counts as 1
    struct {
        float x, y, radius, zoom; // a circle that shows what is in its middle larger
    } loupe;                      // radius 0: none
};

// Covers the target and leaves it bound, so that what is drawn next lies over the picture. Call it
// outside a frame.
void present_draw(struct gpu *gpu, const struct present *present);
