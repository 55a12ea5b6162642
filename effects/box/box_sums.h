#pragma once

#include "effects/box/box.h"
#include "render/program.h"

// Running sums along lines: a step adds and subtracts a few texels, however wide the box is.

// Writes the weights of the n-th difference of n boxes in a row: n + 1 clusters of neighbouring
// texels. Returns the number of weights in all.
enum { BOX_SUMS_MAX_TAPS = 16 };
int box_sums_taps(const struct box *box, float taps[BOX_SUMS_MAX_TAPS]);

// Returns the factor from a sum of texels of `from` to their average. Bytes are summed as integers
// 0..255, so that their sums are exact.
float box_sums_scale(const struct box *box, const struct texture *from);

// Parameters of an invocation's walk in one pass.
struct box_walk {
    bool down;      // along columns
    int segment;    // length in texels
    int batch;      // texels that are read at once, without waiting for one another
    bool both_ways; // from the middle of the segment in both directions at once
};

// Returns the work of such a pass.
struct cost box_sums_work(const struct effect_site *site, const struct box_walk *walk);

// Runs one pass, inside a frame, in which each invocation walks along a segment of a line.
void box_sums_march(const struct effect_call *call, const struct texture *from, struct texture *to,
                    const struct box_walk *walk);

// Programs of the walks along rows and along columns, for segments of any length.
extern const struct program_desc box_sums_programs[];

// Writes the defines of walks that read row_batch or column_batch texels at once, for
// effect_impl.write_defines.
void box_sums_defines(const struct effect_site *site, int row_batch, int column_batch,
                      struct step_writer *defines);
