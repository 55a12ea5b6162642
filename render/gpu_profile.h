#pragma once

#include "render/gpu.h"

// What work costs on this GPU, measured once with small passes: the basis of `auto`. Nanoseconds.
struct gpu_profile {
    struct gpu_profile_kind {
        double copy;     // of one RGBA16F texel, read and written once
        double texel;    // one more texel read from the cache
        double bilinear; // one more bilinear read
        double sum;      // a texel multiplied and added to another, from registers
        double dispatch; // a small draw or dispatch that waits for the last, by another program
    } fragment, compute;
};

// Measures for a few milliseconds. Outside a frame.
void gpu_profile_measure(struct gpu *gpu, struct gpu_profile *profile);

// Kept in a cache_file. Load: false when there is none. Store: a folder that cannot be written is
// no error.
bool gpu_profile_load(const struct context_info *info, struct gpu_profile *profile);
void gpu_profile_store(const struct context_info *info, const struct gpu_profile *profile);
