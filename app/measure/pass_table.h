#pragma once

#include "app/measure/pass_stats.h"

#include <stdio.h>

// A line of the tree of passes, which a terminal, a picture and the window's panel show. Its
// indentation is row.depth.
struct pass_line {
    struct pass_row row;
    // Milliseconds: the median; of a cached pass that of its last run (0: not known). The frame's
    // is the sum, and it is cached if all steps are.
    double ms;
    double share;      // of the frame's time, 0 to 1; -1: it is cached
    double gbps;       // GB/s, from the minimum of bytes; NaN: not known
    double copies;     // the median as a multiple of a copy's; NaN: not known
    const char *bound; // one of bound_names; NULL: not known
};

// Prints the tree of GPU times: a line for each pass, with bars; of a benchmark, which knows the
// time of a copy, also with the p95.
void pass_table_print(FILE *out, const struct pass_line *rows, int count);

// Fills in the lines from the statistics. `copy`: milliseconds of one copy, the unit of `copies`;
// 0: not known. Returns the number of lines.
int pass_table_rows(const struct pass_stats *stats, double copy,
                    struct pass_line rows[GPU_TIMER_MAX_SCOPES]);
