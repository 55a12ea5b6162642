#pragma once

#include "app/options.h"

// What the small pictures of a sheet show: every preset, scene or blur, and the chains of the
// command line.

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
bool contact_cells_list(struct contact_cells *cells, const struct options *options,
                        struct error *error);
void contact_cells_finish(struct contact_cells *cells);
