#pragma once

#include "app/renderer/renderer.h"

// Measures the time of each implementation of one step in its chain, between the frames of a
// window: each is compiled and then runs a few times, one run a frame. Each runs in the whole
// chain, since it may fuse pointwise neighbours into its passes; the time is that of the step
// together with these. Times are those of gpu_scope_effort.

enum { TRIALS_MOST = 64, TRIALS_SAMPLES = 9 };

enum trial_state {
    TRIAL_WAITS,
    TRIAL_COMPILES,
    TRIAL_RUNS, // has a time, and runs again
    TRIAL_DONE,
    TRIAL_CANNOT_RUN,
    TRIAL_IS_TOO_SLOW, // by the estimate of the GPU's profile
};

struct trial {
    enum trial_state state;
    struct error why; // for the last two states
    int runs, seen;   // runs submitted, and runs finished; the first may compile and does not count
    int samples;
    double times[TRIALS_SAMPLES]; // milliseconds
    double time;                  // their median; NaN: not known yet
    double bytes;                 // the minimum that its passes must move
    double expected;              // milliseconds of the next run
    int first_node, last_node;    // of its plan: those that count
};

struct trials {         // zeroed: nothing was measured
    bool is_on;         // measuring; clear it to stop
    struct chain chain; // with impl=auto for the measured step
    int step;
    int width, height;
    unsigned reloads;
    int count; // number of implementations
    struct trial items[TRIALS_MOST];

    struct chain tried; // the chain that runs
    struct plan plan;
    struct gpu_timer timer; // a separate one, so that no frames of the renderer are lost
};

void trials_finish(struct trials *trials); // with a current context

// Begins to measure the implementations of a step of the renderer's chain. Fails if the step has
// only one.
bool trials_begin(struct trials *trials, const struct renderer *renderer, int step,
                  struct error *error);

// Continues to measure, outside a GPU frame; stops if the chain differs in more than the step's
// implementation. Returns true if that was the last.
bool trials_draw(struct trials *trials, struct renderer *renderer, const struct chain *chain);

// Returns true if the results are those of that step of that chain in this size.
bool trials_are_of(const struct trials *trials, const struct chain *chain, int step, int width,
                   int height);

// Returns the effect whose implementations were measured.
const struct effect *trials_effect(const struct trials *trials);

// Returns the fastest as an index of effect.impls; -1: not all are measured, or none has a time.
int trials_fastest(const struct trials *trials);
