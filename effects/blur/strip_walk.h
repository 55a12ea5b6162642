#pragma once

#include "effects/effect.h"

// Blurs along columns and rows in one dispatch, by programs made of shaders/common/strip_walk.glsl.

struct strip_walk {
    int reach;   // texels that a texel sees on each side
    int columns; // of a strip
    int threads; // of a group: those, and a reach on both sides at least
    int step;    // rows of an iteration, a multiple of 4
    int chunk;   // neighbours in a row that a thread makes
    int groups;  // that a large GPU runs at a time
    bool packed; // texels are held as halves
    bool whole;  // and shared as floats all the same
};

// Whether halves hold all that a format holds.
bool strip_walk_is_half(enum texture_format format);

// Whether the halves of an input are taken as they are.
bool strip_walk_reads_words(enum texture_format format, bool packed);

// For `vary`: writes the defines that say all this to a program, and returns their length.
int strip_walk_vary(const struct effect_site *site, const struct strip_walk *walk, enum edge edge,
                    char defines[EFFECT_DEFINES_SIZE]);

// Runs `program` from the call's input to its output, inside a frame. `own` are the uniforms from
// position 2 on.
void strip_walk_run(const struct effect_call *call, const struct strip_walk *walk,
                    const struct program *program, const struct uniform own[], int count);

// Columns that are worked on for each one of a strip.
double strip_walk_columns(const struct strip_walk *walk);

// Adds what it reads and stores, and the shared memory for that.
void strip_walk_cost(const struct effect_site *site, const struct strip_walk *walk,
                     struct cost *cost);
