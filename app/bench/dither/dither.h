#pragma once

#include "app/bench/run/suite.h"

// app/bench/dither: compares error diffusion on the GPU, in which pixels wait for their neighbours,
// with the CPU.
//
// The suite runs every kernel and implementation at several sizes, and ordered dither, which is
// part of a pass that runs anyway. After the GPU it times the same kernels in serial C on one core.
// dither_verdict compares them for each kernel and size; dither_describe_crossing finds the size
// from which one is faster.

extern const struct suite suite_dither;

// Times of one kernel at one size.
struct dither_trial {
    int width, height;
    const char *impl;                 // the fastest on the GPU; NULL: no implementation ran
    struct stats_summary gpu, serial; // milliseconds
};

// Compares the GPU with serial C by the intervals of their medians. `drift` of the GPU, from
// steady_drift, widens the interval of their ratio.
struct pair dither_compare(const struct dither_trial *trial, double drift);

// Writes the verdict as a sentence with both times.
void dither_describe(const struct dither_trial *trial, const char *kernel, double drift, char *text,
                     size_t size);

// Writes a sentence about the trials of a kernel that ran, by their heights. The trials are in the
// order of their sizes.
void dither_describe_crossing(const struct dither_trial trials[], int count, const char *kernel,
                              double drift, char *text, size_t size);
