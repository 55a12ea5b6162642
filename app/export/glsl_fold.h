#pragma once

#include "app/export/glsl.h"

// Works out what is constant in a shader: arguments that are the same in all calls go into the
// function, and of `if`, `switch` and `?:` the side that is taken stays. So a shader that has the
// choices of a chain as constants is left with the code for these. What it computes stays the same.
void glsl_fold(struct glsl *glsl);
