// Running sums along whole rows and columns, which read several texels at a time.

#include "effects/box/box_passes.h"
#include "effects/box/box_site.h"
#include "effects/box/box_sums.h"
#include "effects/tuning.h"
#include "render/context/context.h"

static int batch_of(const struct effect_site *site)
{
    const struct box_params *p = site->params;
    const bool is_software = site->info->software;
    const bool is_short = is_software && p->iterations > 1;
    const int usual = is_software ? BOX_RUNNING_BATCH_ON_CPUS : BOX_RUNNING_BATCH_ON_GPUS;
    const int batch = p->batch > 0 ? p->batch : usual;
    return is_short && batch > BOX_RUNNING_LONG_ON_CPUS ? BOX_RUNNING_LONG_ON_CPUS : batch;
}

static void march_lines(const struct effect_call *call, const struct texture *from,
                        struct texture *to, bool down)
{
    const struct box_walk walk = { .down = down,
                                   .segment = down ? to->height : to->width,
                                   .batch = batch_of(&call->site) };
    box_sums_march(call, from, to, &walk);
}

static void run(const struct effect_call *call)
{
    box_passes_run(call, march_lines);
}

static void write_defines(const struct effect_site *site, struct step_writer *defines)
{
    box_sums_defines(site, batch_of(site), batch_of(site), defines);
}

const struct effect_impl box_cs_running = {
    .name = "cs_running",
    .summary = "A running sum along each line, `batch` texels read at once",
    .fastest_on = "llvmpipe, at sigma 16 (0.4.0)",
    .programs = box_sums_programs,
    .write_defines = write_defines,
    .fits = box_site_fits,
    .run = run,
};
