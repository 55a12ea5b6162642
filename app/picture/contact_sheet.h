#pragma once

#include "app/options.h"

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
