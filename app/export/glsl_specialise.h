#pragma once

#include "app/export/glsl.h"

// Puts one constant into the place where it is used: an argument that is the same number, truth or
// choice of a step ("s3_curve") in all calls of a function, or a local variable that is true or
// false from its beginning. Or takes out an argument that its function does not use, or a call that
// gives its argument back. False where there is none.
bool glsl_specialise(struct glsl *glsl);
