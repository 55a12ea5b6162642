// The Gaussian by (2r + 1)^2 taps from a tile in shared memory.

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"
#include "effects/tuning.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GROUP = GAUSSIAN_SHARED_2D_GROUP };

// Texels along a side of the tile that a group shares.
static int side_of(const struct effect_site *site)
{
    return GROUP + 2 * gaussian_site_class(site);
}

static void run_shared_2d(const struct effect_call *call)
{
    const struct kernel kernel = gaussian_site_kernel(&call->site);
    const struct pass own = { .uniforms[GAUSSIAN_WEIGHTS] = gaussian_passes_weights(&kernel) };
    gaussian_passes_run_one(call, &own);
}

static void cost_shared_2d(const struct effect_site *site, struct cost *cost)
{
    const int taps = 2 * gaussian_site_class(site) + 1;
    const double each = pow((double) side_of(site) / GROUP, 2); // texels that an invocation reads
    gaussian_site_count_passes(site, 1, each, cost);
    cost->shared +=
        gaussian_site_float_reads(site, GROUP) * pow(taps, 2) * gaussian_site_texels(site);
    cost->shared_bytes = 16 * pow(side_of(site), 2);
    cost->iterations = pow(taps + 1, 2) + each;
}

static bool fits_shared_2d(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    return effect_fits_in_taps(site, pow(2 * gaussian_site_class(site) + 1, 2), why);
}

static void vary_shared_2d(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    gaussian_site_vary(site, defines);
    const size_t end = strlen(defines);
    snprintf(defines + end, EFFECT_DEFINES_SIZE - end, " GROUP=%d SIDE=%d", GROUP, side_of(site));
}

static const struct program_desc programs[] = {
    { .file = "gaussian/gaussian_shared_2d.comp" },
    { 0 },
};

const struct effect_impl gaussian_cs_shared_2d = {
    .name = "cs_shared_2d",
    .summary = "(2r + 1)^2 taps from a tile that 16x16 texels and their surroundings share",
    .programs = programs,
    .vary = vary_shared_2d,
    .compute = true,
    .cost = cost_shared_2d,
    .fits = fits_shared_2d,
    .run = run_shared_2d,
};
