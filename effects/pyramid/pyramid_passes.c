// The pyramid one step a pass, by fragment and by compute shaders.

#include "effects/effect_impl.h"
#include "effects/pyramid/pyramid_steps.h"

#define PROGRAMS(KIND) EFFECT_PROGRAMS(PYRAMID_STEPS(KIND), PYRAMID_STEPS_GAUSS5(KIND))

const struct effect_impl pyramid_fs_passes = {
    .name = "fs_passes",
    .summary = "Full-screen triangles, 13 bilinear reads a texel down and 9 up",
    .programs = PROGRAMS("frag"),
    .run = pyramid_steps_run,
};

const struct effect_impl pyramid_cs_passes = {
    .name = "cs_passes",
    .summary = "As fs_passes, from groups of 16x16 texels",
    .programs = PROGRAMS("comp"),
    .run = pyramid_steps_run,
};
