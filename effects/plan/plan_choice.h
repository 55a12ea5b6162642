#pragma once

#include "effects/plan/plan_layout.h"

// What is asked about a chain's implementations before there is a plan.

// Times, for plan_build to choose by, the implementations of the chain's steps that the profile
// cannot tell apart. Compiles and draws: outside a frame, as far as the budget of `times` goes.
void plan_time(const struct chain *chain, struct gpu *gpu, const struct plan_options *options,
               struct impl_times *times);

// The same while frames go on, for the first of those steps whose times are not known yet: a little
// at a time, as impl_time_some does. Returns whether more is to be done.
struct impl_timing;
bool plan_time_some(const struct chain *chain, struct gpu *gpu, const struct plan_options *options,
                    struct impl_times *times, struct impl_timing *timing);

// Whether the implementation that a step of the chain names fits, or any where it names none.
bool plan_impl_fits(const struct chain *chain, int step, const struct gpu *gpu,
                    const struct plan_options *options);
