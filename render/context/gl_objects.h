#pragma once

#include <stddef.h>

// Counts the objects of the current GL context by asking it about every name, which shows whatever
// was made and not deleted. It takes some milliseconds and is for a log and for tests.

struct gl_objects {
    int textures, buffers, framebuffers, programs, shaders, vertex_arrays, queries, samplers;
};

void gl_objects_count(struct gl_objects *objects);

// Writes "34 textures, 12 buffers, ..."; `size` in bytes.
void gl_objects_print(const struct gl_objects *objects, char *out, size_t size);
