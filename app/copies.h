#pragma once

#include "render/pass.h"

// Ways to copy an image with a shader, the fastest of which is this machine's unit of work: reading
// and writing the picture once.

enum { COPIES_COUNT = 6 };

struct copies {
    const struct program *programs[COPIES_COUNT];
};

// Compiles for images of that format. False, with the compiler's message, where a shader that was
// edited does not.
bool copies_init(struct copies *copies, struct gpu *gpu, enum texture_format format,
                 struct error *error);

// Runs all of them inside the scope "copies", each in a scope of its own.
void copies_run(const struct copies *copies, struct gpu *gpu, struct texture *from);
