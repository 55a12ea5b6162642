#pragma once

#include <stdbool.h>

struct context_info;
struct gpu;

// Measured times of basic operations on this GPU, in nanoseconds. impl=auto estimates the times of
// implementations from them (struct cost in pass.h).
struct gpu_profile {
    struct gpu_profile_kind {
        double copy;     // reading and writing one RGBA16F texel
        double texel;    // reading one more texel, from the cache
        double bilinear; // reading one more bilinear sample
        double sum;      // multiplying a texel and adding it to another, both in registers
        double dispatch; // a small draw or dispatch that depends on one of another program
    } fragment, compute;
};

// Measures with small passes, for a few milliseconds. Call it outside a frame.
void gpu_profile_measure(struct gpu *gpu, struct gpu_profile *profile);

// Load and store the profile in a cache file (cache_file.h). Loading returns false if there is no
// file or it has implausible values. If the file cannot be written, storing only logs a note.
bool gpu_profile_load(const struct context_info *info, struct gpu_profile *profile);
void gpu_profile_store(const struct context_info *info, const struct gpu_profile *profile);
