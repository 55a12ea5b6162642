#pragma once

#include "render/paint/font.h"
#include "render/paint/paint.h"

#include <stddef.h>

// Lines of text on pictures (U8, display values). Text is UTF-8; a byte that is none, a control
// character and what the font does not have are drawn as boxes.
//
//     const struct lettering small = { .font = font, .size = 14, .paint = { 255, 255, 255, 255 } };
//     lettering_draw(&image, &small, x, y, "0.05");

enum lettering_align { LETTERING_LEFT, LETTERING_CENTRE, LETTERING_RIGHT };

struct lettering {
    const struct font *font; // borrowed
    int size; // of a line, in pixels: from the highest ascender to the lowest descender
    struct paint paint;
    enum lettering_align align; // what of the line lies at x
    int room; // the most pixels that a line takes; 0: any. A longer one is cut and ends with "…",
              // and is empty where there is no room for that.
};

// Returns how many pixels a text takes as it is drawn, cut where it must be. All that is drawn lies
// within.
int lettering_width(const struct lettering *letters, const char *text);

// Returns how many characters of a text have room, from its beginning.
int lettering_characters(const struct lettering *letters, const char *text);

// Draws a line with its top at y. What lies beyond the image is left out. Returns the width.
int lettering_draw(struct image *image, const struct lettering *letters, int x, int y,
                   const char *text);

// Returns where the line that letters stand on lies below their top.
int lettering_ascent(const struct lettering *letters);
