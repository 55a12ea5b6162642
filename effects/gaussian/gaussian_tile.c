// The Gaussian in one pass from a tile in shared memory, which a group fills with its texels and
// those around them: by (2r + 1)^2 taps, or along the tile's rows and then along its columns.

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"

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

// `taps` are the reads of the tile per invocation, `turns` the iterations of its loops.
static void run_taps(const struct effect_call *call, double taps, double turns)
{
    const struct effect_site *site = &call->site;
    const struct kernel kernel = kernel_of_site(site);
    const struct gaussian_group group = gaussian_site_group(site);
    const int texels = group.wide * group.high;
    const double each = tile_of(site) / texels; // texels that an invocation reads
    const struct pass own = {
        .uniforms = { gaussian_passes_weights(&kernel) },
        .work = { .texels = each,
                  .shared = gaussian_site_float_reads(site, texels) * taps,
                  .shared_bytes = 16 * tile_of(site),
                  .iterations = turns + each },
    };
    gaussian_passes_run(call, 1, &own);
}

static void run_shared_2d(const struct effect_call *call)
{
    const int taps = taps_of(&call->site);
    run_taps(call, pow(taps, 2), pow(taps + 1, 2));
}

// The tile has more rows than the group, so blurring along rows costs more.
static void run_tile(const struct effect_call *call)
{
    const struct gaussian_group group = gaussian_site_group(&call->site);
    const int taps = taps_of(&call->site);
    const double turns = ceil((double) (taps - 1) / group.high) + 1;
    run_taps(call, (turns + 1) * taps, (turns + 1) * (taps / 2 + 2));
}

static bool fits_shared_2d(const struct effect_site *site, struct error *why)
{
    return gaussian_site_fits(site, why) && effect_fits_in_taps(site, pow(taps_of(site), 2), why);
}

const struct effect_impl gaussian_cs_shared_2d = {
    .name = "cs_shared_2d",
    .summary = "(2r + 1)^2 taps from a tile that 16x16 texels, or as `group` says, and their "
               "surroundings share",
    .programs = EFFECT_PROGRAMS({ "gaussian/gaussian_shared_2d.comp" }),
    .write_defines = gaussian_site_group_defines,
    .fits = fits_shared_2d,
    .run = run_shared_2d,
};

const struct effect_impl gaussian_cs_tile = {
    .name = "cs_tile",
    .summary = "Along the rows of such a tile and then along its columns, in one pass",
    .programs = EFFECT_PROGRAMS({ "gaussian/gaussian_tile.comp" }),
    .write_defines = gaussian_site_group_defines,
    .fits = gaussian_site_fits,
    .run = run_tile,
};
