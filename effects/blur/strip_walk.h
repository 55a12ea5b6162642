#pragma once

#include "effects/effect.h"

// Blurs along columns and rows in one dispatch, by programs made of shaders/common/strip_walk.glsl.

struct strip_walk {
    int reach;   // texels that a texel sees on each side
    int columns; // of a strip
    int threads; // of a group: those, and a reach on both sides at least
    int step;    // rows of a turn
    int groups;  // that a large GPU runs at a time
    bool packed; // texels are held as halves
    bool whole;  // and shared as floats all the same
};

// Whether halves hold all that a format holds.
bool strip_is_half(enum texture_format format);

// Whether the halves of an input are taken as they are.
bool strip_reads_words(enum texture_format format, bool packed);

// Writes the defines of a program and returns their length.
int strip_vary(const struct effect_site *site, const struct strip_walk *walk, int edge,
               char defines[EFFECT_DEFINES_SIZE]);

// Runs `program` from the call's input to its output. `own` are the uniforms from position 2 on.
void strip_run(const struct effect_call *call, const struct strip_walk *walk,
               const struct program *program, const struct uniform own[], int count);

// Columns that are worked on for each one of a strip.
double strip_columns(const struct strip_walk *walk);

// What it reads and stores, and the shared memory it holds for that.
void strip_cost(const struct effect_site *site, const struct strip_walk *walk, struct cost *cost);
