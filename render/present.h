#pragma once

#include "render/text/param.h"

struct gpu;

// Draws pictures of display values to the window on a dark background. Row 0 of the window is at
// the bottom: only here pictures are flipped.

enum present_mode {
    PRESENT_ONE,        // the first picture
    PRESENT_SPLIT,      // the first left of the divider, the second right of it
    PRESENT_SIDES,      // side by side: each in a half, with the same part visible
    PRESENT_DIFFERENCE, // second minus first, in display values; equal is mid-grey
};

// One channel of display values as a grey: luminance is that of the light, encoded again. Or false
// colours by stops of luminance below white; their difference is that of the luminance.
enum present_channel {
    PRESENT_ALL,
    PRESENT_RED,
    PRESENT_GREEN,
    PRESENT_BLUE,
    PRESENT_ALPHA,
    PRESENT_LUMINANCE,
    PRESENT_STOPS,
    PRESENT_CHANNELS,
};

// The false colours, display values: of white, of the stop below it, of the next; the last one of
// all that is darker.
enum { PRESENT_STOP_COLOURS = 9 };
extern const float present_stop_colours[PRESENT_STOP_COLOURS][4];

// Sizes and positions are in pixels of the target from the top left. Textures are borrowed.
struct present {
    const struct texture *pictures[2]; // of equal sizes; [1] may be NULL for PRESENT_ONE
    const struct texture *target;      // NULL: the window's framebuffer
    int width, height;                 // of the target
    enum present_mode mode;
    enum present_channel channel;
    // Rectangle of the target in which the picture is centred; with PRESENT_SIDES in each half of
    // it. The picture is not clipped to it.
    struct rect view;
    // Magnification, above 0. From 1 on it is an integer, so that texels are squares. Below 1 a
    // pixel is the mean of the texels that it covers. From 32 times `scale` on, the values of a
    // texel are printed in it: of the picture, without exposure.
    float zoom;
    float centre[2]; // point of the picture that is in the middle of the view
    float divider;   // x of the divider of PRESENT_SPLIT
    float gain;      // factor of PRESENT_DIFFERENCE
    float stops;     // exposure for viewing only, in EV
    float scale;     // display scale of lines and of the grid's zoom threshold; at least 1 is used
    struct {
        float x, y, radius, zoom; // a circle that magnifies its centre
    } loupe;                      // radius 0: none
};

// Fills the target and leaves it bound, so that the panel can be drawn over the picture. Call it
// outside a frame.
void present_draw(struct gpu *gpu, const struct present *present);
