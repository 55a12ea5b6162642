#pragma once

#include "app/measure/results.h"

#include <stdio.h>

// Prints the tree of GPU times: a line for each pass, with bars, coloured where `out` is a terminal
// that wants it. `measured`: with the columns of a benchmark (p95 and copies).
void pass_table_print(FILE *out, const struct result *rows, int count, bool measured);

// Writes "│ └ down 320x180". Returns its width in columns, which are not bytes.
enum { PASS_LABEL_SIZE = GPU_SCOPE_NAME_SIZE + 4 * GPU_TIMER_MAX_DEPTH };
int pass_table_label(const struct result *rows, int count, int i, char out[PASS_LABEL_SIZE]);

// Makes rows and rates of what was collected; `copies` stays NaN. Returns how many.
int pass_table_rows(const struct pass_stats *stats, struct result rows[GPU_TIMER_MAX_SCOPES]);
