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

// Like copies_init for the i-th copy alone, also if the size of `from` has changed. A window first
// checks that this would not wait for a compiler: program_cache_is_ready.
bool copies_fit(struct copies *copies, int i, struct gpu *gpu, const struct texture *from,
                struct error *error);
bool copies_are_ready(int i, struct gpu *gpu, const struct texture *from);

// Runs the i-th inside a frame, in a scope of its name.
void copies_run(struct copies *copies, int i, struct gpu *gpu, struct texture *from);

// Work that only the clock of the multiprocessors binds, as much of it as is asked for: one of the
// two canaries (effects/stats/stats.h), and what fills the GPU's time so that it does not fall
// asleep between samples.
struct busy {
    const struct program *program;
    struct texture to;
    double turns; // of its loop in a millisecond; 0: not known yet
};

// Like copies_init and copies_finish.
bool busy_init(struct busy *busy, struct gpu *gpu, struct error *error);
void busy_finish(struct busy *busy);

// Finds out how many turns fit into a millisecond. Draws a few frames of its own and waits for
// them; none may be in flight.
void busy_scale(struct busy *busy, struct gpu *gpu);

// Works for about `milliseconds` inside a frame, in a scope of that name.
void busy_run(struct busy *busy, struct gpu *gpu, const char *scope, double milliseconds);
