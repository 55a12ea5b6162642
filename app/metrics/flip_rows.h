#pragma once

#include "app/metrics/flip_kernels.h"
#include "render/image/image.h"

#include <stdbool.h>

// A picture as FLIP walks it: by rows, of which only those are kept that the filters reach.

enum flip_line {
    FLIP_LINE_ACHROMATIC,
    FLIP_LINE_RED_GREEN,
    FLIP_LINE_BLUE_YELLOW,
    FLIP_LINE_BLUE_YELLOW_FINE,
    FLIP_LINE_EDGE_Y,
    FLIP_LINE_POINT_Y,
    FLIP_LINE_EDGE_X,
    FLIP_LINE_POINT_X,
    FLIP_LINE_COUNT
};

struct flip_rows {
    const struct image *image; // borrowed
    const double *exposure;    // in stops, by which light is shown; NULL: display values
    float *kept;               // the last FLIP_TAPS rows, three lines each
    float *down; // one line, filtered along columns, with FLIP_REACH more on both ends
    float *lines[FLIP_LINE_COUNT]; // of the row that was filtered last
};

void flip_rows_init(struct flip_rows *rows, const struct image *image, const double *exposure);
void flip_rows_finish(struct flip_rows *rows);

// Keeps row y, if there is one, for rows from y - FLIP_REACH to y + FLIP_REACH. Rows are kept one
// after the other.
void flip_rows_keep(const struct flip_rows *rows, int y);

// Whether two pictures are the same in row y, which both keep.
bool flip_rows_are_same(const struct flip_rows *a, const struct flip_rows *b, int y);

// Fills the lines of row y. Border texels go on forever.
void flip_rows_filter(const struct flip_rows *rows, const struct flip_kernels *kernels, int y);
