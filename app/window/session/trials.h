#pragma once

#include "app/renderer/renderer.h"

// Measures the time of each implementation of one step in its chain, between the frames of a
// window: each is compiled and run a few times, for a few milliseconds per frame, on a software
// renderer one run per frame. Each runs in the whole chain, since it may fuse pointwise neighbours
// into its passes; the time is that of the step together with these. Times are those of
// gpu_scope_effort.

enum { TRIALS_MOST = 64, TRIALS_SAMPLES = 9 };

enum trial_state {
    TRIAL_WAITS,
    TRIAL_COMPILES,
    TRIAL_RUNS, // it has a time, and runs again
    TRIAL_DONE,
    TRIAL_DOES_NOT_FIT,
    TRIAL_DOES_NOT_COMPILE,
    TRIAL_IS_TOO_SLOW, // by what the GPU's profile says of it
};

struct trial {
    enum trial_state state;
    struct error why; // of the last three
    int runs, seen;   // given to the GPU, and known of; the first may compile and does not count
    int samples;
    double times[TRIALS_SAMPLES]; // milliseconds
    double time;                  // their median; NaN: none is known yet
    double bytes;                 // the least that its passes must move
    double expected;              // milliseconds of the next run
    unsigned nodes;               // bit n: the plan's node n counts
};

struct trials { // zeroed: nothing was tried
    bool is_on; // until all are tried; to be cleared to stop
    struct trials_place {
        struct chain chain; // with impl=auto of the step, which does not matter
        int step;
        int width, height;
        unsigned reloads;
    } place;
    int count; // of the effect's implementations
    struct trial items[TRIALS_MOST];

    struct chain chain; // the one that runs
    struct plan plan;
    struct gpu_timer timer; // of its own, so that the renderer's frames are not dropped
    int64_t first;          // its first frame that counts
};

void trials_finish(struct trials *trials); // with a current context

// Begins to try the implementations of a step of the renderer's scene, size and options. Fails
// where there is nothing to choose from.
bool trials_begin(struct trials *trials, const struct renderer *renderer, const struct chain *chain,
                  int step, struct error *error);

// Tries some more, outside a GPU frame; stops where the chain is another, but for the step's
// implementation. Returns whether that was the last.
bool trials_draw(struct trials *trials, struct renderer *renderer, const struct chain *chain);

// Returns whether what is known is of that step of that chain, in this size.
bool trials_are_of(const struct trials *trials, const struct chain *chain, int step, int width,
                   int height);

// Returns the fastest of all, as an index of effect.impls; -1: not all are known, or none has a
// time.
int trials_fastest(const struct trials *trials);
