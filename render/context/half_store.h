#pragma once

#include <stdbool.h>

// Rounding of imageStore to half floats. GL does not define it, and some drivers truncate, so that
// each pass of a chain loses 0.02 % of its light on average. context_query tests this with one
// store. On a software renderer that truncates (Mesa's llvmpipe), shaders round the value
// themselves: the program cache inserts shaders/common/half_store.glsl and half_store_end into
// their text, and shader files need no change for it. NVIDIA's H200 truncates too, but is left as
// it is, because rounding costs 6 % of the time of a copy and 5 % of that of a blur. Exported
// programs never round. HALATION_HALF_STORE=off turns rounding off, for comparisons with them.

// Stores 1 + 3/4096 by a compute shader of the current context, reads it back, and returns true if
// it was truncated to 1.
bool half_store_truncates(void);

// Returns the GLSL main that is appended to a compute or fragment shader; half_store.glsl renames
// the shader's own to make_out_color.
const char *half_store_end(bool compute);
