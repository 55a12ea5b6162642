#pragma once

#include "app/measure/environment.h"
#include "app/measure/stats/pass_stats.h"
#include "app/measure/stats/steady.h"

#include <jansson.h>

// The numbers of a benchmark, and the document that keeps them.

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
    const struct pass_stats *samples; // every single time of the passes; NULL: only the rows
};

// Makes the document that all files of results are written from; the caller's to release.
json_t *results_describe(const struct results *results);
