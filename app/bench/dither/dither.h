#pragma once

#include "app/bench/run/suite.h"

// app/bench/dither: compares error diffusion on the GPU, in which pixels wait for their neighbours,
// with the CPU.
//
// The suite runs every kernel and implementation at several sizes, and ordered dither, which is
// part of a pass that runs anyway. After the GPU it times the same kernels in serial C on one core,
// and says for each kernel from which size on either is faster.

extern const struct suite suite_dither;

// Times of one kernel at one size.
struct dither_trial {
    int width, height;
    struct stats_summary gpu, serial; // milliseconds; `gpu`: of the fastest implementation
};

// Writes a sentence about the trials of a kernel that ran, by their heights. The trials are in the
// order of their sizes. The GPU is compared with serial C by the intervals of their medians;
// `drift` of the GPU, from steady_drift, widens the interval of their ratio.
void dither_describe(const struct dither_trial trials[], int count, const char *kernel,
                     double drift, char *text, size_t size);
