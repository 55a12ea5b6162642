#pragma once

#include <stdbool.h>

struct chain;
struct gpu;
struct impl_times;
struct plan_options;

// Questions about a chain's implementations that are answered before plan_build.

// Measures, for the choices of plan_build, the implementations of the chain's steps that the
// profile cannot tell apart. It compiles and draws, within the budget of `times`. Call it outside a
// frame. With `timing` the work is spread over many frames: each call does a part (impl_time_some)
// for the first step whose times are not known yet, and returns true if work is left.
struct impl_timing;
bool plan_measure_impls(const struct chain *chain, struct gpu *gpu,
                        const struct plan_options *options, struct impl_times *times,
                        struct impl_timing *timing);

// Returns true if the implementation that a step of the chain names fits or, with `auto`, if any
// fits. Also true if the step is off or the chain is wrong for other reasons.
bool plan_impl_fits(const struct chain *chain, int step, const struct gpu *gpu,
                    const struct plan_options *options);
