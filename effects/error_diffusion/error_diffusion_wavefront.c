// Error diffusion with one group, which takes the bands of the picture one after the other.

#include "effects/error_diffusion/error_diffusion_groups.h"
#include "effects/error_diffusion/error_diffusion_kernel.h"
#include "render/image/divide.h"

// A group has as many rows as shared memory of 32 KiB, which GL promises, holds errors for, two
// lines of them with kernels of two rows; where rows hand errors down by shuffles, as many as a
// group of 1024 has beside the strip that serves.
enum { MOST_ROWS = 704, MOST_ROWS_OF_TWO = 352, MOST_SHUFFLED_ROWS = 992 };

static int most_rows(const struct effect_site *cells)
{
    const struct error_diffusion_params *params = cells->params;
    if (diffusion_has_shuffles(cells))
        return MOST_SHUFFLED_ROWS;
    return diffusion_kernel_has_two_above(diffusion_kernel(params->kernel)) ? MOST_ROWS_OF_TWO
                                                                            : MOST_ROWS;
}

// As few bands as can be, and no more rows than they need.
static int rows_of(const struct effect_site *cells)
{
    const int bands = divide_up(cells->height, most_rows(cells));
    return divide_up(divide_up(cells->height, bands), DIFFUSION_STRIP) * DIFFUSION_STRIP;
}

static void run_wavefront(const struct effect_call *call)
{
    const struct effect_call cells = diffusion_call_on_cells(call);
    diffusion_groups_run(&cells, rows_of(&cells.site), 1, 1);
}

static void vary_wavefront(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct effect_site cells = diffusion_site_on_cells(site);
    diffusion_vary(&cells, rows_of(&cells), diffusion_groups_serving(&cells), defines);
}

static bool fits_wavefront(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct effect_site cells = diffusion_site_on_cells(site);
    return diffusion_groups_fit(&cells, rows_of(&cells), why);
}

// From one band to the next the group waits until a strip has finished, or until the last row is
// ahead of the first by what is fetched ahead, some chunks.
static int64_t count_steps(const struct effect_site *cells)
{
    enum { CHUNKS_AHEAD = 7 };
    const int rows = rows_of(cells), bands = divide_up(cells->height, rows);
    const int busy = diffusion_groups_stride(cells);
    const int behind = rows / DIFFUSION_STRIP * diffusion_groups_delay(cells) +
                       CHUNKS_AHEAD * DIFFUSION_CHUNK_SHUFFLED;
    return (int64_t) (bands - 1) * (busy > behind ? busy : behind) + behind + busy;
}

static void cost_wavefront(const struct effect_site *site, struct cost *cost)
{
    const struct effect_site cells = diffusion_site_on_cells(site);
    const int64_t steps = count_steps(&cells);
    const struct diffusion_groups_work work = {
        .rows = rows_of(&cells),
        .steps = steps,
        .waiting = (double) steps,
        .texels = DIFFUSION_WAVEFRONT_STEP_READS,
    };
    diffusion_groups_cost(site, &work, cost);
}

const struct effect_impl error_diffusion_cs_wavefront = {
    .name = "cs_wavefront",
    .summary = "One group of up to 1024 rows, which takes the picture band by band",
    .programs = DIFFUSION_GROUPS_PROGRAMS(NULL),
    .vary = vary_wavefront,
    .compute = true,
    .cost = cost_wavefront,
    .fits = fits_wavefront,
    .run = run_wavefront,
};
