#pragma once

#include "effects/effect_impl.h"

// Blurs along columns and rows in one dispatch: each group moves down a strip of columns, row by
// row. The programs include shaders/common/strip_walk.glsl.

struct strip_walk {
    int reach;   // texels on each side that an output texel depends on
    int columns; // columns of a strip
    int threads; // invocations of a group: at least columns + 2 * reach
    int step;    // rows of an iteration, a multiple of 4
    int chunk;   // adjacent texels of a row that a thread computes
    int groups;  // groups that a large GPU runs at a time
    bool packed; // registers hold texels as halves
    bool whole;  // shared memory holds floats although registers hold halves
};

// Returns true if half floats hold every value of the format.
bool strip_walk_is_half(enum texture_format format);

// Returns true if the shader copies the input's half floats as words, without unpacking them.
bool strip_walk_reads_words(enum texture_format format, bool packed);

// Writes the defines of its program, for effect_impl.write_defines.
void strip_walk_defines(const struct effect_site *site, const struct strip_walk *walk,
                        enum edge edge, struct step_writer *defines);

// Runs the program of `own` from the call's input to its output, inside a frame. `own` also has
// the uniforms that only this program has, and its work except reading the image and filling shared
// memory.
void strip_walk_run(const struct effect_call *call, const struct strip_walk *walk,
                    const struct pass *own);

// Returns the number of columns that a group computes for each column of a strip.
double strip_walk_columns(const struct strip_walk *walk);
