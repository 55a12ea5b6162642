#pragma once

#include "app/bench/run/suite_ready.h"
#include "app/lab/text/progress.h"
#include "app/measure/frames.h"

// A variant while it is timed: what is drawn in its frames, and what is counted of them.
struct suite_member {
    const struct suite_run *run;
    struct texture *source, *light, *picture; // of all members; the last two take what comes out
    struct suite_ready ready;
    struct frames_subject subject; // draws it, and counts into the variant; points here
    double *submits;               // milliseconds of the processor, as long as the variant's times
};

// The variants of one size and format, which run in turns, in an order of chance.
struct suite_group {
    struct suite_run *run;
    int count;
    struct suite_member *members; // made ready
    struct texture source, light, picture;
    struct frames frames;
    uint64_t chance;
    struct progress progress;
};

// Draws the scene, warms up, times each member as often as the run has rounds, or until a signal,
// and then each alone by the clock on the wall. Returns false with the reason where the GPU cannot.
// To be finished in any case.
bool suite_group_run(struct suite_group *group, struct error *error);
void suite_group_finish(struct suite_group *group);
