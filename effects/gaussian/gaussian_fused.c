// The Gaussian along columns and rows in one dispatch.

#include "effects/blur/strip_walk.h"
#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"
#include "effects/tuning.h"
#include "render/context/context.h"

#include <stdio.h>

static struct strip_walk walk_of(const struct effect_site *site)
{
    const int reach = gaussian_site_class(site), align = GAUSSIAN_FUSED_ALIGN;
    const bool narrow = reach <= GAUSSIAN_FUSED_NARROW;
    const int threads = narrow ? GAUSSIAN_FUSED_SMALL : GAUSSIAN_FUSED_LARGE;
    const int left = threads - 2 * reach;
    return (struct strip_walk){
        .reach = reach,
        .columns = left > align ? left / align * align : align,
        .threads = threads,
        .step = GAUSSIAN_FUSED_OUTPUTS,
        .chunk = GAUSSIAN_FUSED_OUTPUTS,
        .groups = narrow ? GAUSSIAN_FUSED_SMALL_GROUPS : GAUSSIAN_FUSED_LARGE_GROUPS,
        .packed = strip_walk_is_half(site->format),
        .whole = true,
    };
}

static void run_fused(const struct effect_call *call)
{
    const struct kernel kernel = gaussian_site_kernel(&call->site);
    const struct strip_walk walk = walk_of(&call->site);
    const double reach = 2 * walk.reach;
    // Cost of a read of floats, by their size.
    const double floats = call->site.info->software ? 1 : 2;
    const struct pass own = {
        .uniforms = { gaussian_passes_weights(&kernel) },
        .work = { .shared = 1 + floats * (1 + reach / walk.chunk),
                  .sums = (reach + 1) * (strip_walk_columns(&walk) + 1) },
    };
    strip_walk_run(call, &walk, &own);
}

static bool fits_fused(const struct effect_site *site, struct error *why)
{
    const int radius = gaussian_site_radius(site);
    return radius <= GAUSSIAN_FUSED_RADIUS ||
           error_set(
               why,
               "what it holds of a column fits into registers up to radius %d, and this one is %d",
               GAUSSIAN_FUSED_RADIUS, radius);
}

static void write_fused_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct strip_walk walk = walk_of(site);
    strip_walk_defines(site, &walk, effect_edge(site), defines);
}

static const struct program_desc programs[] = { { .file = "gaussian/gaussian_fused.comp" }, { 0 } };

const struct effect_impl gaussian_cs_fused = {
    .name = "cs_fused",
    .summary = "Columns and rows in one pass, up to radius 16 (sigma 3.5; 4 with reach=4), through "
               "shared memory",
    .origin = "this program",
    .fastest_on = "NVIDIA H200, up to radius 12 (0.2.0)",
    .programs = programs,
    .write_defines = write_fused_defines,
    .fits = fits_fused,
    .run = run_fused,
};
