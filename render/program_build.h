#pragma once

#include "render/shader_source.h"

#include <stdbool.h>

// A program that is being compiled, by the driver's threads if it has
// GL_KHR_parallel_shader_compile. Sequence: begin, add for each shader, link, then finish or
// cancel.

enum { PROGRAM_BUILD_SHADERS = 2 }; // shaders at most

struct program_build { // zeroed: idle
    unsigned id;       // GL program
    int count;
    struct program_build_shader {
        unsigned id;
        struct shader_source source; // owned, for the compiler's messages
    } shaders[PROGRAM_BUILD_SHADERS];
};

void program_build_begin(struct program_build *build);

// Starts to compile a shader of this kind (such as GL_COMPUTE_SHADER). Takes ownership of the
// source's memory.
void program_build_add(struct program_build *build, unsigned kind,
                       const struct shader_source *source);
void program_build_link(struct program_build *build);

// Returns true if program_build_finish would not block. Requires KHR_parallel_shader_compile.
bool program_build_is_done(const struct program_build *build);

// Waits for the compiler. Returns the GL program, which the caller deletes; 0: the error is the
// first message, with `name` as prefix of link errors.
unsigned program_build_finish(struct program_build *build, const char *name, struct error *error);
void program_build_cancel(struct program_build *build);

// Returns true if this driver compiles a fragment shader (GLSL, or GLSL ES 3.00). Otherwise the
// error is the first line of its log.
bool program_build_compiles(const char *text, struct error *error);
