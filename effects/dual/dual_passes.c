// The dual blur one step a pass, by fragment and by compute shaders, and by columns of texels.

#include "effects/dual/dual_steps.h"

const struct effect_impl dual_fs_passes = {
    .name = "fs_passes",
    .summary = "Full-screen triangles, 5 bilinear reads a texel down and 8 up",
    .programs = EFFECT_PROGRAMS(DUAL_STEPS("frag")),
    .run = dual_plain_run,
};

const struct effect_impl dual_cs_passes = {
    .name = "cs_passes",
    .summary = "As fs_passes, from groups of 16x16 texels",
    .programs = EFFECT_PROGRAMS(DUAL_STEPS("comp")),
    .run = dual_plain_run,
};

// ---- columns

static void run_columns(const struct effect_call *call)
{
    const struct half_steps columns = { half_step_down_column, half_step_up_column };
    dual_steps_run(call, &columns);
}

static void write_defines(const struct effect_site *site, struct step_writer *defines)
{
    half_columns_defines(site, defines);
    dual_taps_defines(site, defines);
}

const struct effect_impl dual_cs_columns = {
    .name = "cs_columns",
    .summary = "As fs_passes, down columns of texels, of which each row is read once",
    .origin = "this program",
    .fastest_on = "llvmpipe (0.4.0)",
    .programs =
        EFFECT_PROGRAMS([DUAL_DOWN] = HALF_STEP_DOWN_COLUMN, [DUAL_UP] = HALF_STEP_UP_COLUMN,
                        [DUAL_UP_MIX] = HALF_STEP_UP_COLUMN_MIX),
    .write_defines = write_defines,
    .fits = dual_taps_fit,
    .run = run_columns,
};
