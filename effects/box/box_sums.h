#pragma once

#include "effects/box/box.h"

// Running sums along lines: what a step gains and loses are few texels, however wide the box is.

// The n-th difference of n boxes in a row: n + 1 clusters of neighbouring texels with these
// weights. Returns how many weights there are in all.
enum { BOX_SUMS_MAX_TAPS = 16 };
int box_sums_taps(const struct box *box, float taps[static BOX_SUMS_MAX_TAPS]);

// By what a sum of texels `from` such a texture is multiplied. Bytes are summed in their own units.
float box_sums_scale(const struct box *box, const struct texture *from);

// Runs one pass, inside a frame: an invocation for each segment of a line.
void box_sums_march(const struct effect_call *call, const struct texture *from, struct texture *to,
                    bool down, int segment);

// The same with lines as segments.
void box_sums_march_lines(const struct effect_call *call, const struct texture *from,
                          struct texture *to, bool down);

// How one pass walks: texels of an invocation, and of those the ones read at once, whose reads do
// not wait for one another.
struct box_walk {
    bool down;
    int segment, batch;
};

// Adds what a pass costs.
void box_sums_cost(const struct effect_site *site, const struct box_walk *walk, struct cost *cost);

// The programs of a walk along rows and of one along columns, for walks of all kinds.
extern const struct program_desc box_sums_programs[];

// For `vary`: writes the defines of passes that read batches of so many texels, and returns their
// length.
int box_sums_vary(const struct effect_site *site, int row_batch, int column_batch,
                  char defines[EFFECT_DEFINES_SIZE]);
