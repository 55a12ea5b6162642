#pragma once

#include "app/bench/run/suite.h"

// app/bench/dither: whether the GPU pays for error diffusion, whose pixels wait for their
// neighbours.
//
// The suite runs every kernel and implementation at several sizes, and ordered dither, which is
// part of a pass that runs anyway. After the GPU it times the same kernels in serial C on one core.
// For each kernel and size dither_verdict says which is the faster, and for each kernel
// dither_verdict_crossing from which size on the GPU is; both are pure arithmetic.

extern const struct suite suite_dither;

// Times of one kernel at one size.
struct dither_trial {
    int width, height;
    const char *impl;                 // the fastest on the GPU; NULL: none ran
    struct stats_summary gpu, serial; // milliseconds
};

enum dither_verdict {
    DITHER_UNKNOWN, // one of them did not run
    DITHER_PAYS,    // the intervals of the medians say which is faster
    DITHER_COSTS,
    DITHER_EVEN, // the intervals overlap, with what the GPU drifted by
};

// `drift`: of the GPU, as of steady_drift.
enum dither_verdict dither_verdict(const struct dither_trial *trial, double drift);

// Writes the verdict as a sentence with both times.
void dither_verdict_describe(const struct dither_trial *trial, const char *kernel, double drift,
                             char *text, size_t size);

// Returns the pixels from which on the GPU is the faster at every size, interpolated between the
// measured ones in the logarithms of pixels and of the ratio of times. 0: at all sizes. Infinite:
// not at the largest. NaN: some size was not measured. Trials are in the order of their sizes.
double dither_verdict_crossing(const struct dither_trial trials[], int count);

// Writes the crossing as a sentence.
void dither_verdict_describe_crossing(const struct dither_trial trials[], int count,
                                      const char *kernel, double drift, char *text, size_t size);
