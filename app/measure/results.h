#pragma once

#include "app/measure/pass_stats.h"
#include "render/context/context.h"

// The numbers of a benchmark, and the file that keeps them.

enum { RESULTS_TEXT_SIZE = 4352 };

struct results {
    struct results_environment {
        char date[32]; // ISO 8601, UTC
        char host[192];
        struct context_info info;
        int width, height;
        const char *format, *fuse, *profile;
        char chain[RESULTS_TEXT_SIZE], scene[256];
        int frames, warmup, samples;
        float scene_scale;
    } environment;
    int pass_count;
    struct result {
        struct pass_row row;
        double gbps;   // gigabytes a second, of the least bytes
        double copies; // the median as a multiple of the fastest copy's
    } passes[GPU_TIMER_MAX_SCOPES];
    int copy_count;
    struct pass_row copies[16]; // this machine's shader copies of the same image
    int fastest_copy;
    double copy_drift; // of the fastest copy between the start and the end of the run
};

// Date and host. The rest is the caller's to know.
void results_describe_host(struct results_environment *environment);

// Writes beside and renames, so that no half file is left. Numbers that are not finite become null.
bool results_write(const struct results *results, const char *path, struct error *error);
