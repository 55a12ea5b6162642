#pragma once

#include <stddef.h>

// How many objects the current GL context holds, found by asking it about every name: what is made
// and never deleted shows, whoever made it. Takes some milliseconds; for a log and for tests.

struct gl_objects {
    int textures, buffers, framebuffers, programs, shaders, vertex_arrays, queries, samplers;
};

void gl_objects_count(struct gl_objects *objects);

// "34 textures, 12 buffers, ..."
void gl_objects_print(const struct gl_objects *objects, char *out, size_t size);
