#pragma once

#include "app/bench/run/suite_tools.h"

// The numbers of the suite `box`, for its table, its claims and its charts.

enum {
    BOX_TIMES_FORMATS = 3,    // between the passes: rgba8, rgba16f, rgba32f
    BOX_TIMES_RADIUS = 63,    // the largest
    BOX_TIMES_MEAN_FROM = 10, // a mean is over the radii from here on
    BOX_TIMES_FLAT_FROM = 4,  // from here on what sums up runs takes the same
};

enum { BOX_TIMES_BYTES, BOX_TIMES_HALVES, BOX_TIMES_FLOATS }; // the formats

extern const char *const box_times_formats[BOX_TIMES_FORMATS];

// Returns the variant of that implementation; NULL where it is none or not in the list.
const struct suite_variant *box_times_find(const struct suite_run *run, const char *impl,
                                           int radius, int via);

// Returns milliseconds; NaN for what did not run.
double box_times_median(const struct suite_run *run, const char *impl, int radius, int via);

// Returns the mean over the radii from BOX_TIMES_MEAN_FROM on that are in the list: of the time, or
// of a part of it (-1: all). NaN where one of them did not run.
double box_times_mean(const struct suite_run *run, const char *impl, int via, int part);

// Whether the suite runs that radius: all of them, or, with --quick, a few.
bool box_times_takes_radius(const struct suite_run *run, int radius);
