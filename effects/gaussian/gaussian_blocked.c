// The Gaussian with several texels per invocation, which share most of their reads.

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"
#include "effects/gaussian/gaussian_strips.h"
#include "effects/tuning.h"

static bool fits_blocked(const struct effect_site *site, struct error *why)
{
    const struct gaussian_strips between = gaussian_strips_between(site);
    return gaussian_site_fits(site, why) && gaussian_strips_fit(site, &between, why);
}

static void write_blocked_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct gaussian_strips between = gaussian_strips_between(site);
    gaussian_strips_defines(site, &between, defines);
}

static const struct program_desc programs[] = {
    [GAUSSIAN_ROWS] = { .file = "gaussian/gaussian_blocked.comp" },
    [GAUSSIAN_COLUMNS] = { .file = "gaussian/gaussian_blocked.comp", .defines = "COLUMNS" },
    { 0 },
};

const struct effect_impl gaussian_cs_blocked = {
    .name = "cs_blocked",
    .summary = "Several neighbours an invocation: (2r + n) / n reads a texel and direction",
    .origin = "this program",
    .fastest_on = "NVIDIA H200, of the exact ones at sigma 16 (0.2.0)",
    .programs = programs,
    .write_defines = write_blocked_defines,
    .compute = true,
    .fits = fits_blocked,
    .run = gaussian_strips_run,
};
