// The blur by a mip map that this program makes, by fragment and by compute shaders.

#include "effects/blur/levels.h"
#include "effects/mips/mips.h"

enum { DOWN, SAMPLE }; // programs

static const struct texture *step_down(const struct effect_call *call, const struct texture *from,
                                       int level)
{
    const struct pass pass = {
        .verb = "down",
        .program = call->programs[DOWN],
        .inputs = { { from, FILTER_LINEAR, effect_edge(&call->site) } },
        .output = levels_acquire(call, level),
        .work = { .bilinear = 1 },
    };
    pass_run(call->gpu, &pass);
    return pass.output;
}

static void run_levels(const struct effect_call *call)
{
    const struct sigma_mips mips = mips_solve_site(&call->site);
    const struct texture *finer = call->input;
    for (int i = 1; i <= mips.level; i++) {
        const struct texture *next = step_down(call, finer, i);
        levels_release(call, finer);
        finer = next;
    }
    const struct texture *coarser = mips.share > 0 ? step_down(call, finer, mips.level + 1) : finer;
    const enum edge edge = effect_edge(&call->site);
    const float scale = 1.0f / (float) (1 << mips.level);
    const struct pass pass = {
        .label = "sample",
        .program = call->programs[SAMPLE],
        .inputs = { { finer, FILTER_LINEAR, edge }, { coarser, FILTER_LINEAR, edge } },
        .output = call->output,
        .uniforms = { U_VEC2("u_scales", scale, finer == coarser ? scale : scale / 2),
                      U_FLOAT("u_share", (float) mips.share) },
        .work = { .bilinear = 2 },
    };
    pass_run(call->gpu, &pass);
    levels_release(call, finer);
    if (coarser != finer)
        levels_release(call, coarser);
}

#define PROGRAMS(KIND) \
    EFFECT_PROGRAMS([DOWN] = { .file = "mips/mips." KIND, .defines = "DOWN" }, \
                    [SAMPLE] = { .file = "mips/mips." KIND })

const struct effect_impl mips_fs_passes = {
    .name = "fs_passes",
    .summary = "Full-screen triangles, 1 bilinear read a texel down and 2 in the end",
    .fastest_on = "llvmpipe (0.4.0)",
    .programs = PROGRAMS("frag"),
    .run = run_levels,
};

const struct effect_impl mips_cs_passes = {
    .name = "cs_passes",
    .summary = "As fs_passes, from groups of 16x16 texels",
    .fastest_on = "NVIDIA H200 (0.4.0)",
    .programs = PROGRAMS("comp"),
    .run = run_levels,
};
