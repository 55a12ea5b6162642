#pragma once

#include "app/options.h"
#include "render/paint/paint.h"

// Contact sheets: grids of small pictures with their names, each in one PNG.

// This is --sheet. Each picture is what --screenshot gives with the same options, made smaller
// where it is larger than a place of the grid. The same options give the same bytes on every run.
// Gives the exit status.
int contact_sheet_run(const struct draw_wish *draw, const struct picture_wish *wish);

extern const char *const contact_sheet_names[]; // of enum contact, NULL-terminated

// What the small pictures show: every preset, scene or blur, and the chains of the command line.

enum { CONTACT_TITLE_SIZE = 96 };

struct contact_cell {
    struct chain chain;
    struct scene_choice scene;
    char title[CONTACT_TITLE_SIZE];
    char words[CHAIN_TEXT_SIZE]; // below the title
};

struct contact_cells {
    int count;
    int columns; // of the grid; 0: as they fit best
    char heading[CONTACT_TITLE_SIZE];
    char subject[CHAIN_TEXT_SIZE]; // what all of them show
    struct contact_cell *all;      // owned
};

// Lists the pictures in their order. The error is about a chain's file that is no longer there. To
// be finished in either case.
bool contact_cells_list(struct contact_cells *cells, enum contact contact,
                        const struct draw_wish *draw, struct error *error);
void contact_cells_finish(struct contact_cells *cells);

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

void contact_layout_make(struct contact_layout *layout, const struct contact_pictures *pictures);

struct contact_place {
    struct paint_area picture, title, words;
};

// Returns where the i-th picture lies, row by row.
struct contact_place contact_layout_place(const struct contact_layout *layout, int i);
