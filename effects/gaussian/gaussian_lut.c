// The Gaussian by 2r + 1 reads a texel and direction, with weights from a texture.

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"

static void run_lut(const struct effect_call *call)
{
    const struct kernel kernel = gaussian_site_kernel(&call->site);
    struct pass own = { 0 };
    own.inputs[1].texture =
        lut_get(&call->gpu->luts, kernel.weights, kernel.radius + 1, 1, FORMAT_R32F);
    gaussian_passes_run_both(call, &own);
}

static void cost_lut(const struct effect_site *site, struct cost *cost)
{
    gaussian_site_count_taps(site, 2, 3 * gaussian_site_radius(site) + 2, cost);
}

static const struct program_desc programs[] = {
    [GAUSSIAN_ROWS] = { .file = "gaussian/gaussian.frag", .defines = "LUT" },
    [GAUSSIAN_COLUMNS] = { .file = "gaussian/gaussian.frag", .defines = "LUT COLUMNS" },
    { 0 },
};

const struct effect_impl gaussian_fs_lut = {
    .name = "fs_lut",
    .summary = "As fs_separable, with the weights read from a texture",
    .origin = "W. Moore, Metal by Example: Introduction to Image Processing, 2014",
    .programs = programs,
    .vary = gaussian_site_vary,
    .cost = cost_lut,
    .fits = gaussian_site_fits,
    .run = run_lut,
};
