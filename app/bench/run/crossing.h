#pragma once

#include "effects/stats/stats.h"

#include <stddef.h>

// Crossings of two curves of times: the value from which one of two chains is faster.

// Two curves over the same places, and the verdict at each.
struct crossing {
    const char *a, *b; // names of the curves
    const char *key;   // the key that is swept: "sigma"
    int count;
    const struct crossing_point {
        double x;                  // above 0, increasing; NaN: the value is no number
        const char *value;         // the value as text: "2.74"
        double percent;            // time of b relative to a, minus 100 %
        enum pair_verdict verdict; // of b
    } * points;
};

// Writes "A is faster up to sigma=5.15, B from sigma=7.05 on: even near 6.1", which curve is faster
// everywhere, or that there is no visible difference. Points without a verdict count for neither
// curve; the text mentions open points.
void crossing_describe(const struct crossing *crossing, char *text, size_t size);
