// The dual blur one step a pass, by fragment and by compute shaders.

#include "effects/dual/dual_steps.h"

#define PROGRAMS(KIND) \
    (const struct program_desc[]) \
    { \
        DUAL_STEPS(KIND), \
        { \
            0 \
        } \
    }

const struct effect_impl dual_fs_passes = {
    .name = "fs_passes",
    .summary = "Full-screen triangles, 5 bilinear reads a texel down and 8 up",
    .fastest_on = "llvmpipe (0.1.0)",
    .programs = PROGRAMS("frag"),
    .run = dual_steps_run,
};

const struct effect_impl dual_cs_passes = {
    .name = "cs_passes",
    .summary = "As fs_passes, from groups of 16x16 texels",
    .programs = PROGRAMS("comp"),
    .run = dual_steps_run,
};
