#pragma once

#include <stdbool.h>

// Stores to images of half floats. GL leaves open how they round, and some GPUs cut off what a half
// cannot hold: each pass of a chain then loses 0.02 % of its light on average. One store is tried
// when a context is made. Where a software renderer cuts off (Mesa's llvmpipe does), shaders round
// before they store: the program cache puts shaders/half_store*.glsl around their text, and no
// shader knows of it. Elsewhere the text is as written: an NVIDIA H200 cuts off, too, but rounding
// there costs 6 % of a copy's time and 5 % of a blur's, which is more than so little light is
// worth.

// Stores 1 + 3/4096 with the current context and looks at what becomes of it.
bool half_store_truncates(void);

// What stands around the text of a compute or a fragment shader; `after` is NULL for nothing.
struct half_store_text {
    const char *before, *after; // files
};
struct half_store_text half_store_text(bool compute);

// Location of the uniform by which such a program is told that its image holds halves; -1: it is
// none, or stores nothing.
int half_store_location(unsigned program);
