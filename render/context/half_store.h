#pragma once

#include <stdbool.h>

// Stores to images of half floats. GL leaves open how they round, and some GPUs cut off what a half
// cannot hold, so that each pass of a chain loses 0.02 % of its light on average. One store is
// tried when a context is made. Where a software renderer cuts off, as Mesa's llvmpipe does,
// shaders round before they store: the program cache puts shaders/common/half_store.glsl before
// their text, and no shader knows of it. Elsewhere the text stays as written. An NVIDIA H200 cuts
// off too, but rounding there takes 6 % of a copy's time and 5 % of a blur's, which is more than so
// little light is worth. Exports never have it, and HALATION_HALF_STORE=off leaves it out of the
// rest, too, for pictures that are compared with one.

// Stores 1 + 3/4096 with the current context, and returns true if it comes back truncated.
bool half_store_truncates(void);

// Returns the main that stands behind the text of a compute or fragment shader.
const char *half_store_end(bool compute);

// The location of the uniform that tells such a program whether its image holds halves; -1: the
// program does not round, or stores nothing.
int half_store_location(unsigned program);
