#pragma once

#include "effects/auto/impl_choice.h"

// Measures those implementations of an effect that the profile cannot tell apart, and remembers
// what they took in `times`, for impl_choose. Outside a frame only. Frames of gpu->timer that are
// not collected yet stay as they are.

// Measures all of them at once, which compiles, draws and waits, as far as the budget of `times`
// goes. Does nothing where their times are known.
void impl_time(struct gpu *gpu, struct impl_times *times, const struct effect *effect,
               const struct effect_site *site);

// Measuring while frames go on.
struct impl_timing {               // zeroed: nothing is measured
    char key[IMPL_TIMES_KEY_SIZE]; // of the site that is measured, as of impl_time_key
    int count;
    const struct effect_impl *impls[IMPL_MOST_TIMED];
    double least[IMPL_MOST_TIMED]; // nanoseconds
    int runs;                      // given to the GPU; the first of each does not count
    struct gpu_timer timer;        // of its own
};

// Goes on with measuring: compiles within the budget of the frame (frame_work.h), or runs one
// implementation if what it is expected to take is left of that budget. It never waits. An
// implementation that is expected to take longer than the budget of `times` is not run. Returns
// whether more is to be done.
bool impl_time_some(struct impl_timing *timing, struct gpu *gpu, struct impl_times *times,
                    const struct effect *effect, const struct effect_site *site);
void impl_timing_finish(struct impl_timing *timing); // with a current context
