// The Gaussian along columns and rows in one dispatch.

#include "effects/blur/kernel_walk.h"

static void run_fused(const struct effect_call *call)
{
    kernel_walk_run(call, call->programs[0]);
}

const struct effect_impl gaussian_cs_fused = {
    .name = "cs_fused",
    .summary = "Columns and rows in one pass, up to radius 16 (sigma 3.5; 4 with reach=4), through "
               "shared memory",
    .origin = "this program",
    .fastest_on = "NVIDIA H200, at sigma 2 (0.4.0)",
    .programs = EFFECT_PROGRAMS(KERNEL_WALK),
    .write_defines = kernel_walk_defines,
    .fits = kernel_walk_fits,
    .run = run_fused,
};
