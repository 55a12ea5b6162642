#pragma once

#include <stddef.h>

// Counts the objects of the current GL context, to find leaks. It calls glIsTexture and the like
// for every possible name, which takes some milliseconds: use it in logs and tests only.

struct gl_objects {
    int textures, buffers, framebuffers, programs, shaders, vertex_arrays, queries, samplers;
};

void gl_objects_count(struct gl_objects *objects);

// Writes "34 textures, 12 buffers, ..."; `size` in bytes.
void gl_objects_print(const struct gl_objects *objects, char *out, size_t size);
