#pragma once

#include "app/bench/run/suite.h"

// app/bench/dither: whether the GPU pays for error diffusion, whose pixels wait for their
// neighbours.
//
// The suite runs every kernel and implementation at several sizes, and ordered dither, which is
// part of a pass that runs anyway. After the GPU it times the same kernels in serial C on one core.
// For each kernel and size dither_verdict says which is the faster, and for each kernel
// dither_describe_crossing from which size on.

extern const struct suite suite_dither;

// Times of one kernel at one size.
struct dither_trial {
    int width, height;
    const char *impl;                 // the fastest on the GPU; NULL: none ran
    struct stats_summary gpu, serial; // milliseconds
};

// Returns whether both ran.
bool dither_is_known(const struct dither_trial *trial);

// The GPU compared with serial C: the intervals of the medians say which is faster. `drift`: of the
// GPU, as of steady_drift, by which its times may be off.
enum pair_verdict dither_verdict(const struct dither_trial *trial, double drift);

// Writes the verdict as a sentence with both times.
void dither_describe(const struct dither_trial *trial, const char *kernel, double drift, char *text,
                     size_t size);

// Writes a sentence about the trials of a kernel by their heights, those that ran; they are in the
// order of their sizes.
void dither_describe_crossing(const struct dither_trial trials[], int count, const char *kernel,
                              double drift, char *text, size_t size);
