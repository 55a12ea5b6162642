#pragma once

#include "render/gpu.h"

// Shaders that copy an image in several ways. The fastest copy is the unit of time of this machine:
// reading and writing the picture once.

enum { COPIES_COUNT = 6 };

struct copies {
    const struct program *programs[COPIES_COUNT];
    // No other pass draws into it, because a software renderer could not tell the two apart.
    struct texture to;
};

// Creates the copies for images like `from`. Returns false, with the compiler's message, if an
// edited shader does not compile.
bool copies_init(struct copies *copies, struct gpu *gpu, const struct texture *from,
                 struct error *error);
void copies_finish(struct copies *copies);

// Like copies_init, for the i-th copy alone, also if the size of `from` has changed. A window first
// checks with program_cache_is_ready that this does not wait for a compiler.
bool copies_fit(struct copies *copies, int i, struct gpu *gpu, const struct texture *from,
                struct error *error);
bool copies_are_ready(int i, struct gpu *gpu, const struct texture *from);

// Runs the i-th copy inside a frame, in a scope of its name.
void copies_run(struct copies *copies, int i, struct gpu *gpu, struct texture *from);

// An adjustable amount of arithmetic, whose time depends only on the clock of the multiprocessors.
// It is one of the two canaries (effects/stats/stats.h), and fills the GPU's time between samples,
// so that the clock does not fall.
struct busy {
    const struct program *program;
    struct texture to;
    double turns; // iterations of its loop per millisecond; 0: not known yet
};

// Like copies_init and copies_finish.
bool busy_init(struct busy *busy, struct gpu *gpu, struct error *error);
void busy_finish(struct busy *busy);

// Measures how many iterations fit into a millisecond. Draws a few frames of its own and waits for
// them; no other frame may be in flight.
void busy_scale(struct busy *busy, struct gpu *gpu);

// Works for about `milliseconds` inside a frame, in a scope of that name.
void busy_run(struct busy *busy, struct gpu *gpu, const char *scope, double milliseconds);
