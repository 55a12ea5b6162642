#pragma once

#include "render/gpu.h"

// Ways to copy an image with a shader. The fastest is this machine's unit of work: reading and
// writing the picture once.

enum { COPIES_COUNT = 6 };

struct copies {
    const struct program *programs[COPIES_COUNT];
    // No other pass draws into it, because a software renderer could not tell the two apart.
    struct texture to;
};

// Makes copies for images like `from`. Returns false, with the compiler's message, where an edited
// shader does not compile.
bool copies_init(struct copies *copies, struct gpu *gpu, const struct texture *from,
                 struct error *error);
void copies_finish(struct copies *copies);

// Runs the i-th inside a frame, in a scope called copies_name(i).
void copies_run(struct copies *copies, int i, struct gpu *gpu, struct texture *from);
const char *copies_name(int i);
