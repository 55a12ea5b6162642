#pragma once

#include "app/suite/dither/dither_runs.h"
#include "app/suite/dither/dither_verdict.h"

// What serial C took, by size and kernel, and what the GPU did.
struct dither_trials {
    struct dither_trial all[DIFFUSION_KERNEL_COUNT][DITHER_SIZES]; // by kernel and place
    int sizes[DITHER_SIZES]; // which one a place stands for, from the smallest on
    int count;
};

// Runs the serial C, and takes what the GPU did from the run.
void dither_trials_take(const struct suite_run *run, struct dither_trials *trials);

// Returns the fastest of a kernel at the i-th size that does not wait for the CPU; NULL: none ran.
const struct suite_variant *dither_trials_fastest(const struct suite_run *run, int i, int kernel);
