#pragma once

#include <stddef.h>

// Counts the objects of the current GL context, to find leaks. It calls glIsTexture and the like
// for every possible name, which takes some milliseconds: use it in logs and tests only.

enum gl_objects {
    GL_OBJECTS_TEXTURES,
    GL_OBJECTS_BUFFERS,
    GL_OBJECTS_FRAMEBUFFERS,
    GL_OBJECTS_PROGRAMS,
    GL_OBJECTS_SHADERS,
    GL_OBJECTS_VERTEX_ARRAYS,
    GL_OBJECTS_QUERIES,
    GL_OBJECTS_SAMPLERS,
    GL_OBJECTS_KINDS,
};

int gl_objects_count(enum gl_objects kind);

// Writes "34 textures, 12 buffers, ..."; `size` in bytes.
void gl_objects_print(char *out, size_t size);
