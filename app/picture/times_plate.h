#pragma once

#include "app/measure/pass_table.h"
#include "render/image/image.h"
#include "render/paint/lettering.h"

// The tree of GPU times as a dark plate in the top left corner of a picture, with the texts of the
// window's panel.

struct times_plate {
    const struct font *font;      // borrowed, like the other pointers
    const char *head;             // the heading: what was timed, on which GPU
    const struct pass_line *rows; // parents before their children; row 0 is the frame
    int count;
};

enum { PLATE_LEAST_WIDTH = 200, PLATE_LEAST_HEIGHT = 90 }; // of a picture

// Draws the plate on a picture of display values (U8). The height of the picture gives the size of
// the letters, unless it is narrow. If not all rows fit, passes inside steps are omitted, then the
// last steps; a line has their number. Pixels outside of `area`, which may be NULL, do not change.
// Fails if the picture is too small for a few lines.
bool times_plate_draw(struct image *image, const struct times_plate *plate, struct paint_area *area,
                      struct error *error);
