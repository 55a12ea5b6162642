#pragma once

#include "app/measure/pass_table.h"
#include "render/paint/lettering.h"

// The tree of GPU times as a dark plate in the top left corner of a picture, in the panel's words.

struct times_plate {
    const struct font *font;      // borrowed, as is the rest
    const char *head;             // what was timed, and on what
    const struct pass_line *rows; // parents before their children; row 0 is the frame
    int count;
};

enum { PLATE_LEAST_WIDTH = 200, PLATE_LEAST_HEIGHT = 90 }; // of a picture

// Draws it on a picture of display values (U8), whose height gives the size of the letters, unless
// it is narrow. Where not all rows have room, passes inside steps are left out, and then the last
// steps; a line says how many. `area`, which may be NULL, gets the plate: nothing else is drawn on.
// Fails where the picture is too small for a few lines.
bool times_plate_draw(struct image *image, const struct times_plate *plate, struct paint_area *area,
                      struct error *error);
