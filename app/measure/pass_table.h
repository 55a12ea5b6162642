#pragma once

#include "app/measure/results.h"

#include <stdio.h>

// The tree of GPU times as text: a line for each pass, with bars, coloured where `out` is a
// terminal that wants it. `measured`: with the columns of a benchmark (p95 and copies).
void pass_table_print(FILE *out, const struct result *rows, int count, bool measured);

// Rows and rates from what was collected; `copies` stays NaN. Returns how many.
int pass_table_rows(const struct pass_stats *stats, struct result rows[GPU_TIMER_MAX_SCOPES]);
