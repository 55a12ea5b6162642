// The Gaussian by 2r + 1 reads a texel along rows, and again along columns.

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"

static void run_separable(const struct effect_call *call)
{
    const struct kernel kernel = kernel_of_site(&call->site);
    const struct pass own = {
        .uniforms = { gaussian_passes_weights(&kernel) },
        .work = gaussian_site_taps(2 * kernel_class(kernel.radius) + 1),
    };
    gaussian_passes_run(call, 2, &own);
}

const struct effect_impl gaussian_fs_separable = {
    .name = "fs_separable",
    .summary = "2r + 1 reads a texel along rows, and again along columns",
    .programs =
        EFFECT_PROGRAMS([GAUSSIAN_ROWS] = { .file = "gaussian/gaussian.frag", .defines = "ROWS" },
                        [GAUSSIAN_COLUMNS] = { .file = "gaussian/gaussian.frag",
                                               .defines = "COLUMNS" }),
    .write_defines = gaussian_site_defines,
    .fits = gaussian_site_fits,
    .run = run_separable,
};

const struct effect_impl gaussian_cs_separable = {
    .name = "cs_separable",
    .summary = "As fs_separable, from groups of 16x16 texels, or as `group` says",
    .programs = EFFECT_PROGRAMS([GAUSSIAN_ROWS] = { .file = "gaussian/gaussian.comp" },
                                [GAUSSIAN_COLUMNS] = { .file = "gaussian/gaussian.comp",
                                                       .defines = "COLUMNS" }),
    .write_defines = gaussian_site_group_defines,
    .fits = gaussian_site_fits,
    .run = run_separable,
};
