#pragma once

#include "app/bench/run/suite_tools.h"

// What the bloom suite runs, for those who list, measure and report it.

// What is blurred with, all to the same width. The last of them work at a lower resolution.
enum bloom_blur {
    BLOOM_LINEAR,
    BLOOM_PYRAMID,
    BLOOM_KAWASE,
    BLOOM_DUAL,
    BLOOM_BOX,
    BLOOM_MIPS,
    BLOOM_KAWASE_HALF,
    BLOOM_KAWASE_QUARTER,
    BLOOM_GAUSSIAN_SMALLER,
    BLOOM_BLURS
};

// How it is computed. The first two pass by pass, as it was published.
enum bloom_form { BLOOM_FRAGMENT, BLOOM_COMPUTE, BLOOM_BEST, BLOOM_FORMS };

enum { BLOOM_SIGMA = 16 }; // px: 97 taps are three of it either way

extern const struct bloom_line {
    const char *name;
    const char *chain;              // without an implementation
    const char *impls[BLOOM_FORMS]; // NULL: does not run so; "auto": the best here
    bool is_long;                   // left out by --quick
} bloom_lines[BLOOM_BLURS];

// NULL: it is not among what runs.
const struct suite_variant *bloom_lines_variant(const struct suite_run *run, enum bloom_blur blur,
                                                enum bloom_form form);
