#pragma once

#include "render/shader_source.h"

#include <stdbool.h>

// A program on its way through the driver's compiler, which may work in threads of its own
// (GL_KHR_parallel_shader_compile) while frames go on.

enum { PROGRAM_BUILD_SHADERS = 2 }; // at most

struct program_build { // zeroed: none is on its way
    unsigned id;       // GL program
    int count;
    struct program_build_shader {
        unsigned id;
        struct shader_source source; // owned, for the compiler's messages
    } shaders[PROGRAM_BUILD_SHADERS];
};

void program_build_begin(struct program_build *build);

// Takes a source over, and gives it to the compiler as a shader of this kind (GL_COMPUTE_SHADER).
void program_build_add(struct program_build *build, unsigned kind,
                       const struct shader_source *source);
void program_build_link(struct program_build *build);

// Returns whether to finish would not wait. Only to be asked where the driver says so.
bool program_build_is_done(const struct program_build *build);

// Returns the program, which is the caller's, or 0 with the compiler's first message; `name` is for
// that. Waits until the compiler is done.
unsigned program_build_finish(struct program_build *build, const char *name, struct error *error);
void program_build_cancel(struct program_build *build);

// Returns true if this renderer compiles a fragment shader, which may be of GLSL ES 3.00. The error
// is the compiler's first line.
bool program_build_compiles(const char *text, struct error *error);
