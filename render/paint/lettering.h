#pragma once

#include "render/paint/font.h"
#include "render/paint/paint.h"

// Draws lines of text on pictures (U8, display values). Text is UTF-8; invalid bytes, control
// characters and characters that the font does not have are drawn as boxes.
//
//     const struct lettering small = { .font = font, .size = 14, .paint = { 255, 255, 255, 255 } };
//     lettering_draw(&image, &small, x, y, "0.05");

enum lettering_align { LETTERING_LEFT, LETTERING_CENTRE, LETTERING_RIGHT };

struct lettering {
    const struct font *font; // borrowed
    int size;                // line height in pixels, from ascender to descender
    struct paint paint;
    enum lettering_align align; // the part of the line that is placed at x
    // Largest width of a line in pixels; 0: no limit. A longer line is cut and ends with "…"; if
    // even that does not fit, nothing is drawn.
    int room;
};

// Returns the width in pixels of a text as drawn, cut to `room`. All drawn pixels are within it.
int lettering_width(const struct lettering *letters, const char *text);

// Returns the number of leading characters of a text that fit into `room`.
int lettering_characters(const struct lettering *letters, const char *text);

// Draws a line with its top at y, clipped to the image. Returns its width.
int lettering_draw(struct image *image, const struct lettering *letters, int x, int y,
                   const char *text);

// Returns the distance in pixels from the top of a line to its baseline.
int lettering_ascent(const struct lettering *letters);
