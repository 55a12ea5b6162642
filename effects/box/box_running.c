// Running sums along whole rows and columns, by how many texels are read at once.

#include "effects/box/box_passes.h"
#include "effects/box/box_site.h"
#include "effects/box/box_sums.h"
#include "effects/tuning.h"

static int batch_of(const struct effect_site *site, int batch)
{
    const bool is_short = site->info->software && box_of_site(site).iterations > 1;
    return is_short && batch > BOX_RUNNING_BATCH_ON_CPUS ? BOX_RUNNING_BATCH_ON_CPUS : batch;
}

static void run_running(const struct effect_call *call)
{
    box_passes_run(call, box_sums_march_lines, box_sums_march_lines);
}

static void cost_running(const struct effect_site *site, int batch, struct cost *cost)
{
    const struct box_walk rows = { false, site->width, batch_of(site, batch) };
    const struct box_walk columns = { true, site->height, batch_of(site, batch) };
    box_sums_cost(site, &rows, cost);
    box_sums_cost(site, &columns, cost);
}

#define SHORT_ON_CPUS "; 4 where a software renderer does several iterations"

#define RUNNING(BATCH, END_OF_SUMMARY) \
    static void cost_running_x##BATCH(const struct effect_site *site, struct cost *cost) \
    { \
        cost_running(site, BATCH, cost); \
    } \
    static void vary_running_x##BATCH(const struct effect_site *site, \
                                      char defines[EFFECT_DEFINES_SIZE]) \
    { \
        box_sums_vary(site, batch_of(site, BATCH), batch_of(site, BATCH), defines); \
    } \
    const struct effect_impl box_cs_running_x##BATCH = { \
        .name = "cs_running_x" #BATCH, \
        .summary = "A running sum along each line, texels read at once: " #BATCH END_OF_SUMMARY, \
        .programs = box_sums_programs, \
        .vary = vary_running_x##BATCH, \
        .compute = true, \
        .cost = cost_running_x##BATCH, \
        .fits = box_site_fits, \
        .run = run_running, \
    };

RUNNING(1, "")
RUNNING(2, "")
RUNNING(4, "")
RUNNING(8, SHORT_ON_CPUS)
RUNNING(12, SHORT_ON_CPUS)
RUNNING(16, SHORT_ON_CPUS)
RUNNING(24, SHORT_ON_CPUS)
RUNNING(32, SHORT_ON_CPUS)
