#pragma once

#include "render/gpu.h"

// Work that only the clock of the multiprocessors binds, as much of it as is asked for: one of the
// two canaries (app/stats/steady.h), and what fills the GPU's time so that it does not fall
// asleep between samples.

struct busy {
    const struct program *program;
    struct texture to;
    double turns; // of its loop in a millisecond; 0: not known yet
};

// Returns false, with the compiler's message, where an edited shader does not compile; to be
// finished in either case.
bool busy_init(struct busy *busy, struct gpu *gpu, struct error *error);
void busy_finish(struct busy *busy);

// Finds out how many turns fit into a millisecond. Draws a few frames of its own and waits for
// them; none may be in flight.
void busy_scale(struct busy *busy, struct gpu *gpu);

// Works for about so many milliseconds inside a frame, in a scope of that name.
void busy_run(struct busy *busy, struct gpu *gpu, const char *scope, double milliseconds);
