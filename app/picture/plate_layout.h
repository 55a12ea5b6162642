#pragma once

#include "app/measure/results.h"
#include "render/paint/lettering.h"

// What stands on the plate of times, and where. Places are worked out before anything is drawn.

struct times_plate {
    const struct font *font;   // borrowed, as is the rest
    const char *head;          // what was timed, and on what
    const struct result *rows; // parents before their children; row 0 is the frame
    int count;
};

enum { PLATE_LEAST_WIDTH = 200, PLATE_LEAST_HEIGHT = 90 }; // of a picture
enum { PLATE_NUMBER_SIZE = 32 };

extern const char plate_names_head[], plate_times_head[], plate_copies_head[]; // of the columns

// Sizes in pixels.
struct plate_layout {
    int size, step, pad, gap; // a line of letters, from one line to the next, around all, between
    bool has_head;
    int depth, shown;               // rows deeper than that are left out, and those after so many
    int names, times, copies, bars; // widths of the columns; `bars` is 0 where there is no room
    int width;                      // of all columns, with gaps between them
    struct paint_area area;         // of the plate
};

// Lays it out for a picture of that size, the least or more.
void plate_layout_make(struct plate_layout *layout, const struct times_plate *plate, int width,
                       int height);

// Returns whether a row is shown, after so many others were.
bool plate_layout_shows(const struct plate_layout *layout, const struct pass_row *row, int shown);

// Returns how far in the name of a row stands.
int plate_layout_indent(const struct plate_layout *layout, const struct pass_row *row);

// Writes the numbers of a row as the plate has them; "" where there is nothing to say.
void plate_layout_numbers(const struct result *result, char time[PLATE_NUMBER_SIZE],
                          char copies[PLATE_NUMBER_SIZE]);
