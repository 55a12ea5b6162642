#pragma once

#include "render/gpu.h"

// Draws display values on the screen, whose row 0 is at the bottom: this is the one place that
// turns the picture over.

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
    // Pixels of the target for one of the picture, from 1 on a whole number: its texels are then
    // squares. 0: the picture covers the target, texel by texel or stretched, and what follows
    // does not count.
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
