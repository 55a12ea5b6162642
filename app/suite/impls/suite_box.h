#pragma once

#include "app/suite/run/suite_claims.h"

// The numbers of the suite `box`, for its table, its claims and its charts.

enum {
    SUITE_BOX_FORMATS = 3,    // between the passes: rgba8, rgba16f, rgba32f
    SUITE_BOX_RADIUS = 63,    // the largest
    SUITE_BOX_MEAN_FROM = 10, // a mean is over the radii from here on
    SUITE_BOX_FLAT_FROM = 4,  // from here on what sums up runs takes the same
};

enum { SUITE_BOX_BYTES, SUITE_BOX_HALVES, SUITE_BOX_FLOATS }; // the formats

extern const struct suite suite_box;

extern const char *const suite_box_formats[SUITE_BOX_FORMATS];

// Returns the variant of that implementation; NULL where it is none or not in the list.
const struct suite_variant *suite_box_find(const struct suite_run *run, const char *impl,
                                           int radius, int via);

// Returns milliseconds; NaN for what did not run.
double suite_box_time(const struct suite_run *run, const char *impl, int radius, int via);

// Returns the mean over the radii from SUITE_BOX_MEAN_FROM on that are in the list: of the time, or
// of a part of it (-1: all). NaN where one of them did not run.
double suite_box_mean(const struct suite_run *run, const char *impl, int via, int part);

extern const struct suite_claim suite_box_claims[];

// Draws the five charts of the experiment.
void suite_box_draw(struct suite_run *run);
