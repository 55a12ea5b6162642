// Kawase's blur pass by pass, by fragment and by compute shaders.

#include "effects/blur/half_steps.h"
#include "effects/kawase/kawase.h"
#include "render/text/error.h"

#include <stdio.h>

enum { STEP_DOWN, STEP_UP, PASS, STEP_UP_MIX }; // programs

// Runs all passes at a level, the last one into the output if the level has full resolution.
// Releases `from`.
static const struct texture *run_level(const struct effect_call *call, int level,
                                       const struct sigma_kawase_passes *passes,
                                       const struct texture *from)
{
    for (int i = 0; i < passes->count; i++) {
        const bool is_last = level == 0 && i == passes->count - 1;
        struct texture *to = is_last ? call->output : levels_acquire(call, level);
        char verb[32];
        snprintf(verb, sizeof(verb), "pass %d", i + 1);
        const struct pass pass = {
            .verb = verb,
            .program = call->programs[PASS],
            .inputs = { { from, FILTER_LINEAR, effect_edge(&call->site) } },
            .output = to,
            .uniforms = { U_FLOAT("u_distance", (float) passes->distances[i]),
                          U_VEC2("u_size", (float) to->width, (float) to->height) },
            .work = { .bilinear = 4 },
        };
        pass_run(call->gpu, &pass);
        levels_release(call, from);
        from = to;
    }
    return from;
}

static void run_steps(const struct effect_call *call, const struct half_steps *steps)
{
    const struct sigma_kawase kawase = kawase_solve_site(&call->site);
    const int finer_level = sigma_kawase_fades(&kawase) ? kawase.halvings - 1 : -1;
    const struct texture *from = call->input, *finer = NULL;
    for (int i = 0; i < kawase.halvings; i++) {
        const struct texture *to = steps->down(call, call->programs[STEP_DOWN], from, 1);
        if (i == finer_level)
            finer = run_level(call, i, &kawase.finer, from);
        else
            levels_release(call, from);
        from = to;
    }
    from = run_level(call, kawase.halvings, &kawase.passes, from);
    for (int i = kawase.halvings - 1; i >= 0; i--) {
        const struct half_step_up step = {
            .program = call->programs[i == finer_level ? STEP_UP_MIX : STEP_UP],
            .from = from,
            .offset = 1,
            .finer = i == finer_level ? finer : NULL,
            .share = kawase.share,
            .to = i == 0 ? call->output : levels_acquire(call, i),
        };
        steps->up(call, &step);
        levels_release(call, from);
        from = step.to;
    }
    levels_release(call, finer);
}

// ---- the implementations

static void run_passes(const struct effect_call *call)
{
    const struct half_steps plain = { half_step_down, half_step_up };
    run_steps(call, &plain);
}

static void run_columns(const struct effect_call *call)
{
    const struct half_steps columns = { half_step_down_column, half_step_up_column };
    run_steps(call, &columns);
}

#define PROGRAMS(KIND) \
    EFFECT_PROGRAMS([STEP_DOWN] = HALF_STEP_DOWN(KIND), [STEP_UP] = HALF_STEP_UP(KIND), \
                    [PASS] = { .file = "kawase/kawase." KIND }, \
                    [STEP_UP_MIX] = HALF_STEP_UP_MIX(KIND))

const struct effect_impl kawase_fs_passes = {
    .name = "fs_passes",
    .summary = "Full-screen triangles, 4 bilinear reads a texel and pass",
    .fastest_on = "llvmpipe, at sigma 2 (0.4.0)",
    .programs = PROGRAMS("frag"),
    .run = run_passes,
};

const struct effect_impl kawase_cs_passes = {
    .name = "cs_passes",
    .summary = "As fs_passes, from groups of 16x16 texels",
    .programs = PROGRAMS("comp"),
    .run = run_passes,
};

static bool fits_columns(const struct effect_site *site, struct error *why)
{
    return kawase_solve_site(site).halvings > 0 ||
           error_set(why, "without steps to half of the size it would be cs_passes");
}

const struct effect_impl kawase_cs_columns = {
    .name = "cs_columns",
    .summary =
        "As cs_passes; steps to half of the size and back go down columns of texels, of which "
        "each row is read once",
    .origin = "this program",
    .fastest_on = "llvmpipe, at sigma 16 (0.4.0)",
    .programs = EFFECT_PROGRAMS(
        [STEP_DOWN] = HALF_STEP_DOWN_COLUMN, [STEP_UP] = HALF_STEP_UP_COLUMN,
        [PASS] = { .file = "kawase/kawase.comp" }, [STEP_UP_MIX] = HALF_STEP_UP_COLUMN_MIX),
    .write_defines = half_columns_defines,
    .fits = fits_columns,
    .run = run_columns,
};
