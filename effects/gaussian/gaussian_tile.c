// The Gaussian in one pass from a tile in shared memory, which a group fills with its texels and
// those around them: by (2r + 1)^2 taps, or along the tile's rows and then along its columns.

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"
#include "effects/tuning.h"

#include <math.h>

static int taps_of(const struct effect_site *site)
{
    return 2 * gaussian_site_class(site) + 1;
}

// Returns the number of texels of the tile.
static double tile_of(const struct effect_site *site)
{
    const struct gaussian_group group = gaussian_site_group(site);
    return (double) (group.wide + taps_of(site) - 1) * (group.high + taps_of(site) - 1);
}

static void run_tile(const struct effect_call *call)
{
    const struct kernel kernel = gaussian_site_kernel(&call->site);
    const struct pass own = { .uniforms[GAUSSIAN_WEIGHTS] = gaussian_passes_weights(&kernel) };
    gaussian_passes_run_one(call, &own);
}

// `taps` are the reads of the tile per invocation, `turns` the iterations of its loops.
static void cost_taps(const struct effect_site *site, double taps, double turns, struct cost *cost)
{
    const struct gaussian_group group = gaussian_site_group(site);
    const int texels = group.wide * group.high;
    const double each = tile_of(site) / texels; // texels that an invocation reads
    gaussian_site_count_passes(site, 1, each, cost);
    cost->shared += gaussian_site_float_reads(site, texels) * taps * gaussian_site_texels(site);
    cost->shared_bytes = 16 * tile_of(site);
    cost->iterations = turns + each;
}

static void cost_shared_2d(const struct effect_site *site, struct cost *cost)
{
    cost_taps(site, pow(taps_of(site), 2), pow(taps_of(site) + 1, 2), cost);
}

// The tile has more rows than the group, so blurring along rows costs more.
static void cost_tile(const struct effect_site *site, struct cost *cost)
{
    const struct gaussian_group group = gaussian_site_group(site);
    const double turns = ceil((double) (taps_of(site) - 1) / group.high) + 1;
    cost_taps(site, (turns + 1) * taps_of(site), (turns + 1) * (taps_of(site) / 2 + 2), cost);
}

static bool fits_shared_2d(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    return gaussian_site_fits(site, why) && effect_fits_in_taps(site, pow(taps_of(site), 2), why);
}

const struct effect_impl gaussian_cs_shared_2d = {
    .name = "cs_shared_2d",
    .summary = "(2r + 1)^2 taps from a tile that 16x16 texels, or as `group` says, and their "
               "surroundings share",
    .programs = (const struct program_desc[]){ { "gaussian/gaussian_shared_2d.comp" }, { 0 } },
    .vary = gaussian_site_vary_group,
    .compute = true,
    .cost = cost_shared_2d,
    .fits = fits_shared_2d,
    .run = run_tile,
};

const struct effect_impl gaussian_cs_tile = {
    .name = "cs_tile",
    .summary = "Along the rows of such a tile and then along its columns, in one pass",
    .programs = (const struct program_desc[]){ { "gaussian/gaussian_tile.comp" }, { 0 } },
    .vary = gaussian_site_vary_group,
    .compute = true,
    .cost = cost_tile,
    .fits = gaussian_site_fits,
    .run = run_tile,
};
