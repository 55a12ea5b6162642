// The Gaussian in groups of a line: 2r + 1 taps a texel and direction from texels that a group
// reads once.

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"
#include "effects/tuning.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Fewer invocations than run in step leave the rest idle.
static double idleness(const struct effect_site *site, int group)
{
    const double in_step =
        site->info->software ? GAUSSIAN_IN_STEP_ON_CPUS : GAUSSIAN_IN_STEP_ON_GPUS;
    return fmax(1, in_step / group);
}

// How a group shares what it reads.
struct sharing {
    int group;   // texels in a line
    bool packed; // as halves
};

// Texels that a group reads.
static int span_of(const struct effect_site *site, const struct sharing *sharing)
{
    return sharing->group + 2 * gaussian_site_class(site);
}

static void cost_sharing(const struct effect_site *site, const struct sharing *sharing,
                         struct cost *cost)
{
    const int taps = 2 * gaussian_site_class(site) + 1, group = sharing->group;
    const double texels = gaussian_site_texels(site), all = idleness(site, group) * texels;
    const double reads = sharing->packed ? 1 : gaussian_site_float_reads(site, group);
    cost->passes += 2;
    cost->texels += 2.0 * span_of(site, sharing) / group * all;
    cost->stores += 2 * texels;
    cost->shared += 2 * taps * reads * all;
    cost->shared_bytes = span_of(site, sharing) * (sharing->packed ? 8 : 16);
    cost->waits += 2 * texels / group / GAUSSIAN_SHARED_STARTED;
}

static void vary_sharing(const struct effect_site *site, const struct sharing *sharing,
                         char defines[EFFECT_DEFINES_SIZE])
{
    gaussian_site_vary(site, defines);
    const size_t end = strlen(defines);
    snprintf(defines + end, EFFECT_DEFINES_SIZE - end, " GROUP=%d SPAN=%d%s", sharing->group,
             span_of(site, sharing), sharing->packed ? " HALVES" : "");
}

static const struct program_desc programs[] = {
    [GAUSSIAN_ROWS] = { .file = "gaussian/gaussian_shared.comp" },
    [GAUSSIAN_COLUMNS] = { .file = "gaussian/gaussian_shared.comp", .defines = "COLUMNS" },
    { 0 },
};

#define SHARED(NAME, GROUP, PACKED, ...) \
    static const struct sharing sharing_##NAME = { GROUP, PACKED }; \
    static void cost_##NAME(const struct effect_site *site, struct cost *cost) \
    { \
        cost_sharing(site, &sharing_##NAME, cost); \
    } \
    static void vary_##NAME(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]) \
    { \
        vary_sharing(site, &sharing_##NAME, defines); \
    } \
    const struct effect_impl gaussian_##NAME = { \
        .name = #NAME, \
        .programs = programs, \
        .vary = vary_##NAME, \
        .compute = true, \
        .cost = cost_##NAME, \
        .fits = gaussian_site_fits, \
        .run = gaussian_passes_run_rows_and_columns, \
        __VA_ARGS__, \
    };

#define SHARED_BY(GROUP) \
    SHARED(cs_shared_##GROUP, GROUP, false, \
           .summary = "Groups of " #GROUP " texels in a line read them and r on both sides once")

// Rows and columns each round what a half cannot hold. The floats between the steps of the other
// formats are halves, or have fewer bits.
static double error_of_halves(const struct effect_site *site)
{
    const bool is_kept = site->format == FORMAT_RGBA16F || site->format == FORMAT_R11F_G11F_B10F;
    return is_kept ? 0 : 2.0 / 2048;
}

SHARED_BY(4)
SHARED_BY(8)
SHARED_BY(16)
SHARED_BY(32)
SHARED_BY(64)
SHARED_BY(128)
SHARED_BY(256)
SHARED(cs_packed, 128, true, .error = error_of_halves, .origin = "this program",
       .summary = "As cs_shared_128, with halves in half the shared memory")
