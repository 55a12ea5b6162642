#pragma once

#include "effects/stats/stats.h"

#include <stddef.h>

// Where one curve of times crosses another: from which value on which of two is the faster.

// Two curves over the same places, and the verdict at each.
struct crossing {
    const char *a, *b; // what they are called
    const char *key;   // what is swept: "sigma"
    int count;
    const struct crossing_point {
        double x;                  // above 0, rising; NaN: has no number
        const char *value;         // of what is swept: "2.74"
        double percent;            // how much longer b takes than a
        enum pair_verdict verdict; // of b
    } * points;
};

// Writes "A is faster up to sigma=5.15, B from sigma=7.05 on: even near 6.1", which of them is
// faster everywhere, or that no difference is seen. Places without a verdict count for neither;
// where some are open that is said.
void crossing_describe(const struct crossing *crossing, char *text, size_t size);
