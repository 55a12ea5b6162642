#pragma once

#include "effects/auto/impl_choice.h"
#include "render/gpu_timer.h"

struct gpu;

// Measures the implementations of an effect that the profile cannot tell apart, and stores their
// times in `times`, for impl_choose. Call it outside a frame only. It does not touch frames of
// gpu->timer that are not collected yet.

// Compiles and measures all of them within the budget of `times`, and waits for the results. Does
// nothing if their times are known.
void impl_time(struct gpu *gpu, struct impl_times *times, const struct effect_site *site);

// State of a measurement that is spread over many frames.
struct impl_timing {               // zeroed: idle
    char key[IMPL_TIMES_KEY_SIZE]; // impl_time_key of the measured site
    int count;
    const struct effect_impl *impls[IMPL_MAX_TIMED];
    double least[IMPL_MAX_TIMED]; // shortest time of each so far, nanoseconds
    int runs;                     // number of runs that impl_time_some has submitted so far
    struct gpu_timer timer;       // separate from gpu->timer
};

// Continues the measurement: compiles within the budget of the frame (frame_work.h), or runs one
// implementation if its estimated time is left in that budget. It never waits. An implementation
// whose estimate exceeds the budget of `times` is not run. Returns true if work is left.
bool impl_time_some(struct impl_timing *timing, struct gpu *gpu, struct impl_times *times,
                    const struct effect_site *site);
void impl_timing_finish(struct impl_timing *timing); // with a current context
