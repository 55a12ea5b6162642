#pragma once

#include "app/bench/baseline/baseline_pairs.h"

#include <stdio.h>

// What a comparison with a baseline says, in words and tables.
struct baseline_print {
    const char *path; // of the baseline
    const json_t *then, *now;
    struct baseline_rules rules;
    struct baseline_pairs pairs;
    double drift_then, drift_now; // of the machine
    bool wants_verdict;           // whether something is slower
};

void baseline_print(const struct baseline_print *print, FILE *out);
