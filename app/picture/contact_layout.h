#pragma once

#include "render/paint/paint.h"

// Places of everything on a contact sheet, in pixels. Plain arithmetic: nothing overlaps,
// whatever the pictures' size and number.

// Heights of lines of letters.
enum {
    CONTACT_HEADING = 36,
    CONTACT_SUBJECT = 19,
    CONTACT_TITLE = 21,
    CONTACT_WORDS = 16,
    CONTACT_WORDS_STEP = 19, // from one line of them to the next
};

enum { CONTACT_MOST_WIDTH = 480, CONTACT_MOST_HEIGHT = 480 }; // of a small picture

struct contact_pictures {
    int count;         // of pictures, 1 or more
    int columns;       // 0: as many as make a sheet of a screen's shape
    int width, height; // of a small picture, up to the most
    int lines;         // of words below each title
};

struct contact_layout {
    struct contact_pictures pictures;
    int columns, rows;
    int width, height; // of the sheet
    struct paint_area heading, subject;
};

// Returns the width of a cell, in which titles and words stand: letters need more than some
// pictures.
int contact_layout_cell_width(const struct contact_pictures *pictures);

void contact_layout_make(struct contact_layout *layout, const struct contact_pictures *pictures);

struct contact_place {
    struct paint_area picture, title, words;
};

// Returns where the i-th picture lies, row by row.
struct contact_place contact_layout_place(const struct contact_layout *layout, int i);
