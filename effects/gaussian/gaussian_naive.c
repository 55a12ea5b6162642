// The Gaussian by (2r + 1)^2 reads a texel in one pass.

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"

#include <math.h>

static void run_naive(const struct effect_call *call)
{
    const struct kernel kernel = kernel_of_site(&call->site);
    const int side = 2 * kernel.radius + 1;
    struct pass own = {
        .uniforms = { U_INT("u_radius", kernel.radius), gaussian_passes_weights(&kernel) },
        .work = gaussian_site_taps(pow(side, 2)),
    };
    own.work.iterations = pow(side + 1, 2); // each loop has one more iteration, in which it ends
    gaussian_passes_run(call, 1, &own);
}

static bool fits_naive(const struct effect_site *site, struct error *why)
{
    return gaussian_site_fits(site, why) &&
           effect_fits_in_taps(site, pow(2 * gaussian_site_radius(site) + 1, 2), why);
}

const struct effect_impl gaussian_fs_naive = {
    .name = "fs_naive",
    .summary = "(2r + 1)^2 reads a texel in one pass",
    .programs = EFFECT_PROGRAMS({ "gaussian/gaussian.frag", "NAIVE" }),
    .write_defines = gaussian_site_defines,
    .fits = fits_naive,
    .run = run_naive,
};

const struct effect_impl gaussian_cs_naive = {
    .name = "cs_naive",
    .summary = "As fs_naive, from groups of 16x16 texels, or as `group` says",
    .programs = EFFECT_PROGRAMS({ "gaussian/gaussian.comp", "NAIVE" }),
    .write_defines = gaussian_site_group_defines,
    .fits = fits_naive,
    .run = run_naive,
};
