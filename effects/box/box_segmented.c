// Running sums along segments of rows and columns, enough of them to fill a large GPU.

#include "effects/box/box_passes.h"
#include "effects/box/box_site.h"
#include "effects/box/box_sums.h"
#include "effects/tuning.h"
#include "render/context/context.h"
#include "render/text/step_text.h"

// A software renderer has few threads, for which whole lines are enough, so there a segment only
// ends where a running sum has to restart. Elsewhere an invocation walks from the middle of its
// segment in both directions at once, so that half as many sums have to be started; a CPU runs both
// directions one after the other.
static struct box_walk walk_of(const struct effect_site *site, bool down)
{
    const struct box box = box_of_site(site);
    const int restart = box_restart(&box);
    const int most = down ? BOX_SEGMENT_OF_COLUMNS : BOX_SEGMENT_OF_ROWS;
    if (site->info->software)
        return (struct box_walk){ down, restart, BOX_SEGMENTED_BATCH_ON_CPUS, false };
    return (struct box_walk){ down, restart < most ? restart : most,
                              down ? BOX_SEGMENTED_COLUMN_BATCH : BOX_SEGMENTED_ROW_BATCH, true };
}

static void march_segments(const struct effect_call *call, const struct texture *from,
                           struct texture *to, bool down)
{
    const struct box_walk walk = walk_of(&call->site, down);
    box_sums_march(call, from, to, &walk);
}

static void run_segmented(const struct effect_call *call)
{
    box_passes_run(call, march_segments);
}

static void write_segmented_defines(const struct effect_site *site, struct step_writer *defines)
{
    box_sums_defines(site, walk_of(site, false).batch, walk_of(site, true).batch, defines);
    if (walk_of(site, false).both_ways)
        step_write(defines, " BOTH_WAYS");
}

const struct effect_impl box_cs_segmented = {
    .name = "cs_segmented",
    .summary = "Running sums over segments, enough of them to fill a large GPU",
    .origin = "this program",
    .fastest_on = "llvmpipe, at sigma 2 (0.4.0)",
    .programs = box_sums_programs,
    .write_defines = write_segmented_defines,
    .fits = box_site_fits,
    .run = run_segmented,
};
