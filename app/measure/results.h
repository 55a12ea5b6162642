#pragma once

#include "app/measure/environment.h"
#include "app/measure/pass_stats.h"
#include "app/measure/steady.h"

// The numbers of a benchmark, and the file that keeps them.

struct results {
    struct environment environment;
    int pass_count;
    struct result {
        struct pass_row row;
        double gbps;   // gigabytes a second, of the least bytes
        double copies; // the median as a multiple of the fastest copy's
    } passes[GPU_TIMER_MAX_SCOPES];
    int copy_count;
    struct pass_row copies[16]; // this machine's shader copies of the same image
    int fastest_copy;
    struct steady steady;
    double submit; // of a frame: the median of the processor, milliseconds
    double wall;   // of a frame by the clock on the wall, without copies and filler
};

// Writes to a file beside `path` and renames it, so that no half file is left. Numbers that are not
// finite become null.
bool results_write(const struct results *results, const char *path, struct error *error);
