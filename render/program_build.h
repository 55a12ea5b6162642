#pragma once

#include "render/shader_source.h"

#include <stdbool.h>

// A program that is being compiled, by the driver's threads if it has
// GL_KHR_parallel_shader_compile. Sequence: begin, then finish or cancel.

struct program_build { // zeroed: idle
    unsigned id;       // GL program
    unsigned shaders[2];
    struct shader_source sources[2]; // owned, for the compiler's messages
};

// Starts to compile a vertex and a fragment shader, or if the first source has no text a compute
// shader. Takes ownership of the sources' memory.
void program_build_begin(struct program_build *build, const struct shader_source sources[2]);

// Returns true if program_build_finish would not block. Requires KHR_parallel_shader_compile.
bool program_build_is_done(const struct program_build *build);

// Waits for the compiler. Returns the GL program, which the caller deletes; 0: the error is the
// first message, with `name` as prefix of link errors.
unsigned program_build_finish(struct program_build *build, const char *name, struct error *error);
void program_build_cancel(struct program_build *build);

// Returns true if this driver compiles a fragment shader (GLSL, or GLSL ES 3.00). Otherwise the
// error is the first line of its log.
bool program_build_compiles(const char *text, struct error *error);
