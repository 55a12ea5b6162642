#pragma once

#include "app/suite/run/suite_claims.h"

// The numbers of the suite `gaussian`, for its table and its claims.

extern const struct suite suite_gaussian;

// What N. Lisitsa published (Compute shaders in graphics: Gaussian blur, 2022; GTX 1060, 1920x1080,
// 33 taps, RGBA8). His two passes take 1 ms, so his milliseconds are multiples of them too.
struct suite_gaussian_row {
    const char *impl;  // that does the same here
    const char *group; // of the parameter `group`; NULL: it has none
    double ms;
    bool quick; // also with --quick
};

extern const struct suite_gaussian_row suite_gaussian_rows[]; // ends with a zeroed one

// Returns milliseconds here; NaN for what did not run. `group` as above.
double suite_gaussian_time(const struct suite_run *run, const char *impl, const char *group);

// Whether a variant is of his list; the others are this program's.
bool suite_gaussian_is_published(const struct suite_variant *variant);

extern const struct suite_claim suite_gaussian_claims[];
