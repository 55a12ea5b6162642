#pragma once

#include "app/bench/run/suite_tools.h"

// The numbers of the suite `gaussian`, for its table and its claims.

// What N. Lisitsa published (Compute shaders in graphics: Gaussian blur, 2022; GTX 1060, 1920x1080,
// 33 taps, RGBA8). His two passes take 1 ms, so his milliseconds are multiples of them too.
struct gaussian_times_row {
    const char *impl;  // that does the same here
    const char *group; // of the parameter `group`; NULL: it has none
    double ms;
    bool quick; // also with --quick
};

extern const struct gaussian_times_row gaussian_times_rows[]; // ends with a zeroed one

// Returns a variant's row of the list; NULL: it is this program's.
const struct gaussian_times_row *gaussian_times_row_of(const struct suite_variant *variant);

// Returns milliseconds here; NaN for what did not run. `group` as above.
double gaussian_times_median(const struct suite_run *run, const char *impl, const char *group);
