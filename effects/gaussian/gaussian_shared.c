// The Gaussian by groups that compute a line of texels: 2r + 1 taps per texel and direction, from
// texels that a group reads once.

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"
#include "effects/tuning.h"
#include "render/context/context.h"
#include "render/text/step_text.h"

#include <math.h>

// Returns the number of texels of a line that a group computes.
static int line_of(const struct effect_site *site)
{
    const struct gaussian_params *p = site->params;
    return p->line > 0 ? p->line : GAUSSIAN_LINE;
}

// Returns the number of texels that a group reads.
static int span_of(const struct effect_site *site)
{
    return line_of(site) + 2 * gaussian_site_class(site);
}

static void run_shared(const struct effect_call *call)
{
    const struct effect_site *site = &call->site;
    const struct kernel kernel = kernel_of_site(site);
    const int taps = 2 * kernel_class(kernel.radius) + 1, group = line_of(site);
    const double texels = (double) site->width * site->height;
    // A group with fewer invocations than run in step leaves the rest idle.
    const double in_step =
        site->info->software ? GAUSSIAN_IN_STEP_ON_CPUS : GAUSSIAN_IN_STEP_ON_GPUS;
    const double idle = fmax(1, in_step / group);
    const struct pass own = {
        .uniforms = { gaussian_passes_weights(&kernel) },
        .work = { .texels = idle * span_of(site) / group,
                  .shared = idle * taps * gaussian_site_float_reads(site, group),
                  .shared_bytes = span_of(site) * 16,
                  .waits = texels / group / GAUSSIAN_SHARED_STARTED },
    };
    gaussian_passes_run(call, 2, &own);
}

static void write_shared_defines(const struct effect_site *site, struct step_writer *defines)
{
    gaussian_site_defines(site, defines);
    step_writef(defines, " GROUP=%d SPAN=%d", line_of(site), span_of(site));
}

const struct effect_impl gaussian_cs_shared = {
    .name = "cs_shared",
    .summary = "Groups of `line` texels in a line read them and r on both sides once",
    .programs = EFFECT_PROGRAMS([GAUSSIAN_ROWS] = { .file = "gaussian/gaussian_shared.comp" },
                                [GAUSSIAN_COLUMNS] = { .file = "gaussian/gaussian_shared.comp",
                                                       .defines = "COLUMNS" }),
    .write_defines = write_shared_defines,
    .fits = gaussian_site_fits,
    .run = run_shared,
};
