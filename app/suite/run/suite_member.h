#pragma once

#include "app/measure/frames.h"
#include "app/suite/run/suite_ready.h"

// A variant while it is timed: what is drawn in its frames, and what is counted of them.
struct suite_member {
    const struct suite_run *run;
    struct texture *source, *light, *picture; // of all members; the last two take what comes out
    struct suite_ready ready;
    struct frames_subject subject; // draws it, and counts into the variant; points here
    double *submits;               // milliseconds of the processor, as long as the variant's times
};

// Makes room for the times of a variant whose `ready` is, and begins to count.
void suite_member_init(struct suite_member *member, const struct suite_run *run);
void suite_member_finish(struct suite_member *member); // the variant keeps its times

// Forgets all that was counted.
void suite_member_clear(struct suite_member *member);

// Fills in the medians of the variant; `copy`: milliseconds of one copy.
void suite_member_sum_up(struct suite_member *member, double copy);
