// The Gaussian by Fourier transforms of rows and columns.

#include "effects/blur/fft_separable.h"
#include "effects/gaussian/gaussian_site.h"

static struct fft_blur blur_at(const struct effect_site *site)
{
    return (struct fft_blur){
        .kernel = gaussian_site_kernel(site),
        .edge = effect_edge(site),
        .between = site->format,
    };
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

const struct effect_impl gaussian_cs_fft = {
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
