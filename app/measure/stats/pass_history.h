#pragma once

#include "app/measure/stats/pass_stats.h"

// The times of every pass in the last ten seconds, through changes of the tree. What counts is time
// in which something was drawn: a pause of more than a second is left out, as is a frame in which
// nothing ran.

enum {
    PASS_HISTORY_SECONDS = 10,
    // The most that are remembered: ten seconds of 400 frames a second. At a higher rate some are
    // skipped.
    PASS_HISTORY_FRAMES = 4096,
};

struct pass_history { // to be made by pass_history_init
    int frames, next; // in a ring
    double *seconds;  // when each frame ended, of the time in which something was drawn
    double *passed;   // what each took of that time
    float *times;     // milliseconds, PASS_HISTORY_FRAMES for each track; below 0: it did not run
    uint64_t last_ns; // the end of the last frame, by the GPU's clock; 0: there is none

    int count; // of tracks, each of a pass
    struct pass_track {
        struct pass_place place;
        double ran; // when it last ran, in `seconds`
    } tracks[GPU_TIMER_MAX_SCOPES];
    // The track of each scope of the tree, as long as that is the same.
    unsigned trees;
    int scope_count, of_scope[GPU_TIMER_MAX_SCOPES];
};

void pass_history_init(struct pass_history *history);
void pass_history_finish(struct pass_history *history);

// Takes the newest frame of `stats`, to which `frame` was added just now.
void pass_history_add(struct pass_history *history, const struct pass_stats *stats,
                      const struct gpu_frame *frame);

// Sums up the frames of the last ten seconds in which that pass ran, in milliseconds. The place of
// no pass is the whole frame. `count` 0: it did not run.
struct stats_summary pass_history_sum(const struct pass_history *history,
                                      const struct pass_place *place);

// Writes the longest time of the pass in each part of the last ten seconds, from the oldest on, in
// milliseconds. A frame counts in every part that it lasted into; below 0: the pass
// did not run.
void pass_history_columns(const struct pass_history *history, const struct pass_place *place,
                          int count, float *columns);
