#pragma once

#include "app/measure/pass_stats.h"

#include <stdio.h>

// A line of the tree of passes, which a terminal, a picture and the window's panel show. Its
// indentation is row.depth.
struct pass_line {
    struct pass_row row;
    // Milliseconds: the median, or of what is cached that of its last run (0: not known). Of the
    // frame the sum, which is cached if all steps are.
    double ms;
    double share;  // of that of the frame, 0 to 1; -1: it is cached
    double gbps;   // gigabytes a second, of the least bytes; NaN: not known
    double copies; // the median as a multiple of a copy's; NaN: not known
};

// Prints the tree of GPU times: a line for each pass, with bars. `measured`: with the columns of a
// benchmark (p95 and copies).
void pass_table_print(FILE *out, const struct pass_line *rows, int count, bool measured);

// Writes "│ └ down 320x180".
enum { PASS_LABEL_SIZE = GPU_SCOPE_NAME_SIZE + 4 * GPU_TIMER_MAX_DEPTH };
void pass_table_label(const struct pass_line *rows, int count, int i, char out[PASS_LABEL_SIZE]);

// Makes lines of what was collected, in copies of `copy` milliseconds; 0: not known. Returns how
// many.
int pass_table_rows(const struct pass_stats *stats, double copy,
                    struct pass_line rows[GPU_TIMER_MAX_SCOPES]);
