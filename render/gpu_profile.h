#pragma once

#include "render/gpu.h"

// Times of basic work on this GPU, in nanoseconds. `auto` estimates the times of implementations
// from them.
struct gpu_profile {
    struct gpu_profile_kind {
        double copy;     // reading and writing one RGBA16F texel
        double texel;    // reading one more texel, from the cache
        double bilinear; // one more bilinear read
        double sum;      // multiplying a texel and adding it to another, both in registers
        double dispatch; // a small draw or dispatch that waits for one of another program
    } fragment, compute;
};

// Measures with small passes, for a few milliseconds. Call it outside a frame.
void gpu_profile_measure(struct gpu *gpu, struct gpu_profile *profile);

// Keep the profile in a cache_file. Loading is false where there is none, or one with numbers that
// nothing can have measured. A folder that cannot be written is no error.
bool gpu_profile_load(const struct context_info *info, struct gpu_profile *profile);
void gpu_profile_store(const struct context_info *info, const struct gpu_profile *profile);
