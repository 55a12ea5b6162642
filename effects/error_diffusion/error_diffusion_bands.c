// Error diffusion with a group for every band of the picture, all at work at once.

#include "effects/error_diffusion/error_diffusion_groups.h"
#include "render/image/divide.h"

enum { ROWS = DIFFUSION_BAND_ROWS };

// A CPU has few groups at work, and may let one of them rest for long: there each begins when the
// one before has finished.
static void run_bands(const struct effect_call *call)
{
    const struct effect_call cells = diffusion_call_on_cells(call);
    const int groups = divide_up(cells.site.height, ROWS);
    diffusion_groups_run(&cells, ROWS, groups, call->site.info->software ? 1 : groups);
}

static void vary_bands(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct effect_site cells = diffusion_site_on_cells(site);
    diffusion_vary(&cells, ROWS, diffusion_groups_serving(&cells), defines);
}

static bool fits_bands(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct effect_site cells = diffusion_site_on_cells(site);
    return diffusion_groups_fit(&cells, ROWS, why);
}

// A band begins when the one above is as far ahead as errors reach, and some chunks more.
static void cost_bands(const struct effect_site *site, struct cost *cost)
{
    enum { CHUNKS_AHEAD = 4 };
    const struct effect_site cells = diffusion_site_on_cells(site);
    const int bands = divide_up(cells.height, ROWS);
    const int64_t steps = diffusion_groups_stride(&cells) +
                          (int64_t) (ROWS / DIFFUSION_STRIP - 1) * diffusion_groups_delay(&cells);
    const double lag = (double) (steps - cells.width + CHUNKS_AHEAD * DIFFUSION_CHUNK_SHUFFLED);
    const struct diffusion_groups_work work = {
        .rows = ROWS,
        .steps = steps,
        .waiting = (double) steps + (bands - 1) * lag,
        .texels = DIFFUSION_BANDS_STEP_READS,
    };
    diffusion_groups_cost(site, &work, cost);
    cost->passes += site->info->software ? bands - 1 : 0;
}

const struct effect_impl error_diffusion_cs_bands = {
    .name = "cs_bands",
    .summary = "A group for every 64 rows, each waiting for the one above, all at once",
    .wins = "NVIDIA H200 (0.2.0)",
    .programs = DIFFUSION_GROUPS_PROGRAMS("TICKETS"),
    .vary = vary_bands,
    .compute = true,
    .cost = cost_bands,
    .fits = fits_bands,
    .run = run_bands,
};
