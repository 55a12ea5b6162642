// The Gaussian with several texels an invocation, read straight from where they lie: no shared
// memory, which a software renderer does not gain from.

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"
#include "effects/gaussian/gaussian_strips.h"
#include "effects/tuning.h"

static void run_direct(const struct effect_call *call)
{
    gaussian_strips_run(call, true);
}

// What a block takes beside its reads is arithmetic.
static void cost_direct(const struct effect_site *site, struct cost *cost)
{
    const double reads = 2 * gaussian_site_radius(site) + 2 * GAUSSIAN_OUTPUTS - 1;
    const double blocks = reads / GAUSSIAN_LONG_BLOCK;
    gaussian_site_count_passes(site, 2,
                               gaussian_direct_reads + gaussian_direct_block_reads * blocks, cost);
}

static bool fits_direct(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct gaussian_strips between = gaussian_strips_between(site, true);
    return gaussian_site_fits(site, why) && gaussian_strips_fit(site, &between, why);
}

static void vary_direct(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct gaussian_strips between = gaussian_strips_between(site, true);
    gaussian_strips_vary(site, &between, defines);
}

static const struct program_desc programs[] = {
    [GAUSSIAN_ROWS] = { .file = "gaussian/gaussian_blocked.comp", .defines = "DIRECT" },
    [GAUSSIAN_COLUMNS] = { .file = "gaussian/gaussian_blocked.comp", .defines = "DIRECT COLUMNS" },
    { 0 },
};

const struct effect_impl gaussian_cs_direct = {
    .name = "cs_direct",
    .summary = "As cs_blocked, without shared memory: what a software renderer takes well",
    .origin = "this program",
    .wins = "llvmpipe",
    .programs = programs,
    .vary = vary_direct,
    .compute = true,
    .cost = cost_direct,
    .fits = fits_direct,
    .run = run_direct,
};
