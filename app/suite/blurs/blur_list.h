#pragma once

#include "app/suite/run/suite_tools.h"

// Chains of one blur each, all of one width: what --bench=blurs compares and --tune chooses from.

// The keys of their variants: the number of the width, of the construction (which image comes out),
// and whether the implementation is exact or states an error.
enum { BLUR_LIST_WIDTH, BLUR_LIST_CONSTRUCTION, BLUR_LIST_EXACT };

struct blur_list {
    double sigma; // px
    int number;   // of the width, for its key
    bool many;    // also what trades nearness for time: other reaches, levels, scales, kernels
    bool all_impls;
};

// Adds them, with every implementation written out: those that the profile cannot tell apart and
// those that state an error, or all that fit. Says which blurs cannot be that wide.
void blur_list_add(struct suite_run *run, const struct blur_list *list);
