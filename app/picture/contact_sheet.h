#pragma once

#include "app/measure/pass_stats.h"
#include "app/renderer/renderer.h"
#include "render/image/image.h"

// app/sheet: contact sheets, grids of small pictures with their names, each in one PNG.

// Runs --sheet. Each picture is the one of --screenshot with the same options, scaled down if it is
// larger than its cell. The same options give the same bytes on every run. Returns the exit status.
int contact_sheet_run(const struct draw_options *draw, const struct picture_options *options);

extern const char *const contact_sheet_names[]; // of enum contact, NULL-terminated

// Contents of a sheet: all presets, scenes or blurs, or the chains of the command line.

enum { CONTACT_TITLE_SIZE = 96 };

struct contact_cell {
    char at[PASS_PATH_SIZE]; // the pass whose output is shown, enlarged; "": the chain's output
    struct image picture;    // an existing picture, U8, owned; all have the same size. Zeroed: the
                             // chain is drawn
    struct chain chain;
    struct scene_choice scene;
    char title[CONTACT_TITLE_SIZE];
    char words[CHAIN_TEXT_SIZE]; // below the title
};

struct contact_cells {
    int count;
    int columns; // of the grid; 0: chosen by the layout
    char heading[CONTACT_TITLE_SIZE];
    char subject[CHAIN_TEXT_SIZE]; // common to all cells
    struct contact_cell *all;      // owned
};

// Lists the cells in order. Fails if the file of a chain no longer exists. Call
// contact_cells_finish in any case.
bool contact_cells_list(struct contact_cells *cells, enum contact contact,
                        const struct draw_options *draw, struct error *error);

// Adds a cell without a chain. The title is copied.
struct contact_cell *contact_cells_add(struct contact_cells *cells, const char *title,
                                       const struct scene_choice *scene);
void contact_cells_finish(struct contact_cells *cells);

// Writes a sheet as a .png, and prints its path like --sheet. Returns the exit status, with an
// error unless it is 0.
int contact_sheet_write(const struct contact_cells *cells, const char *name, const char *path,
                        const struct draw_options *draw, struct renderer *renderer,
                        struct error *error);

// Layout of a contact sheet, in pixels. Plain arithmetic: nothing overlaps, for any size and number
// of pictures.

enum { CONTACT_MAX_WIDTH = 480, CONTACT_MAX_HEIGHT = 480 }; // of a small picture

struct contact_layout {
    int count;   // of pictures, 1 or more
    int columns; // 0: as many as give the sheet the shape of a screen
    int lines;   // of words below each title
    int picture_width, picture_height, cell_width;
    int cell_height, width, height; // of the sheet: set by contact_layout_make
};

void contact_layout_make(struct contact_layout *layout);

// Sets the top left corner of the i-th cell, row by row. Its picture begins there.
void contact_layout_place(const struct contact_layout *layout, int i, int *x, int *y);
