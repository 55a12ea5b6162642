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

// Kept for each renderer and driver in the user's cache folder ($XDG_CACHE_HOME or ~/.cache,
// halation/). Load: false when there is none. Store: a folder that cannot be written is no error.
bool gpu_profile_load(const struct context_info *info, struct gpu_profile *profile);
void gpu_profile_store(const struct context_info *info, const struct gpu_profile *profile);

// The path of a file kept beside it: "~/.cache/halation/<renderer and driver>.<ending>". False
// without a folder. What is stored there comes after the profile, which makes the folder.
bool gpu_profile_path(const struct context_info *info, const char *ending, char *out, size_t size);
