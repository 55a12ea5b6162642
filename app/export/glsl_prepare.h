#pragma once

#include "app/export/glsl.h"

// Decides the directives of a shader: what #if leaves out is gone. Numbers stay as #define, and
// what gives a name another meaning ("#define main make_out_color", "#define Packed uvec2", an
// imageStore that rounds) is put where it is used.
void glsl_prepare(struct glsl *glsl);
