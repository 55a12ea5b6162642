// The box by Fourier transforms of rows and columns.

#include "effects/blur/fft_separable.h"
#include "effects/box/box_site.h"

_Static_assert((int) BOX_MAX_REACH <= (int) KERNEL_MAX_RADIUS, "a kernel holds every box");

static struct fft_blur blur_at(const struct effect_site *site)
{
    const struct box box = box_of_site(site);
    struct fft_blur blur = {
        .kernel.radius = box_reach(&box),
        .edge = effect_edge(site),
        .between = box_site_via(site),
    };
    double weights[BOX_MAX_WEIGHTS];
    box_weights(&box, weights);
    for (int i = 0; i <= blur.kernel.radius; i++)
        blur.kernel.weights[i] = (float) weights[blur.kernel.radius + i];
    return blur;
}

static void vary(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct fft_blur blur = blur_at(site);
    fft_separable_vary(site, &blur, defines);
}

static bool fits(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct fft_blur blur = blur_at(site);
    return fft_separable_fits(site, &blur, why);
}

static void run(const struct effect_call *call)
{
    const struct fft_blur blur = blur_at(&call->site);
    fft_separable_run(call, &blur);
}

const struct effect_impl box_cs_fft = {
    .name = "cs_fft",
    .summary = "By way of the frequencies of rows and columns: the same work for every width",
    .origin = FFT_SEPARABLE_ORIGIN,
    .programs = fft_separable_programs,
    .compute = true,
    .write_defines = vary,
    .fits = fits,
    .run = run,
    .output_program = fft_separable_output_program,
};
