#pragma once

#include "effects/box/box.h"

// Running sums along lines: what a step gains and loses are few texels, however wide the box is.

// The n-th difference of n boxes in a row: n + 1 clusters of neighbouring texels with these
// weights. Returns how many weights there are in all.
enum { BOX_SUMS_MAX_TAPS = 16 };
int box_sums_taps(const struct box *box, float taps[static BOX_SUMS_MAX_TAPS]);

// The factor from a sum of texels of such a texture to their average. Bytes are summed in their own
// units, in which sums are exact.
float box_sums_scale(const struct box *box, const struct texture *from);

// Runs one pass, inside a frame, in which each invocation walks along a segment of a line.
void box_sums_march(const struct effect_call *call, const struct texture *from, struct texture *to,
                    bool down, int segment);

// The same along whole lines.
void box_sums_march_lines(const struct effect_call *call, const struct texture *from,
                          struct texture *to, bool down);

// How an invocation of one pass walks.
struct box_walk {
    bool down;   // along columns
    int segment; // texels in all
    int batch;   // texels read at once, whose reads do not wait for one another
};

// Adds the cost of a pass.
void box_sums_cost(const struct effect_site *site, const struct box_walk *walk, struct cost *cost);

// The programs of walks along rows and along columns, whatever their segments.
extern const struct program_desc box_sums_programs[];

// For `vary`: writes the defines of walks by batches of that many texels. Returns their length.
int box_sums_vary(const struct effect_site *site, int row_batch, int column_batch,
                  char defines[EFFECT_DEFINES_SIZE]);
