#pragma once

#include "app/bench/run/suite.h"
#include "effects/error_diffusion/error_diffusion.h"

// What the dither suite runs, for those who list and report it.

enum { DITHER_SIZES = 6, DITHER_PAIRS = 6 };

// A variant's key has a size, and a kernel with an implementation, or as `line` 1 + a pair of
// ordered dither with, as `form`, which of the pair it is.
enum dither_form { DITHER_ALONE, DITHER_DITHERED };

// Ordered dither in passes that run anyway.
struct dither_pair {
    const char *alone, *dithered; // chains
};

extern const struct dither_pair dither_runs_pairs[DITHER_PAIRS];

// Whether a kernel, the i-th size, and the pairs at that size run.
bool dither_runs_takes_kernel(const struct suite_run *run, int kernel);
bool dither_runs_takes_size(const struct suite_run *run, int i);
bool dither_runs_takes_pairs(const struct suite_run *run, int i);

struct suite_size dither_runs_size(const struct suite_run *run, int i);
const char *dither_runs_kernel(int kernel); // its name

// Return a variant at the i-th size: an implementation of a kernel, or one of a pair, DITHER_ALONE
// or DITHER_DITHERED. NULL: it is not among what runs.
const struct suite_variant *dither_runs_variant(const struct suite_run *run, int i, int kernel,
                                                int impl);
const struct suite_variant *dither_runs_of_pair(const struct suite_run *run, int i, int pair,
                                                enum dither_form form);
