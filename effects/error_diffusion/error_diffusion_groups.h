#pragma once

#include "effects/error_diffusion/error_diffusion_cells.h"

// Error diffusion by groups of invocations, one for each row: what the implementations on the GPU
// share. A strip is DIFFUSION_STRIP rows, which run in step; a band is the strips of one group. See
// shaders/error_diffusion/error_diffusion.comp for how they hand errors down. In all of it cells
// are pixels: sites and calls are those of error_diffusion_cells.h.

// Programs of an implementation. DEFINES are those of the diffusing itself, a string or NULL.
#define DIFFUSION_GROUPS_PROGRAMS(DEFINES) \
    (const struct program_desc[]) \
    { \
        { .file = "error_diffusion/error_diffusion_values.comp", .defines = "FLAT=0" }, \
            { .file = "error_diffusion/error_diffusion.comp", .defines = DEFINES }, \
            { .file = "error_diffusion/error_diffusion_colors.comp", .defines = "FLAT=0" }, \
            DIFFUSION_CELLS_PROGRAM, \
        { \
            0 \
        } \
    }

// Invocations beside those of a group's rows, that fetch and store what goes from band to band.
int diffusion_groups_serving(const struct effect_site *cells);

// Steps by which a strip is behind the one above, and steps of a strip in the buffers.
int diffusion_groups_delay(const struct effect_site *cells);
int diffusion_groups_stride(const struct effect_site *cells);

// Runs bands of `rows` rows in `groups` groups, `at_once` of them at a time.
void diffusion_groups_run(const struct effect_call *cells, int rows, int groups, int at_once);

bool diffusion_groups_fit(const struct effect_site *cells, int rows, char why[EFFECT_WHY_SIZE]);

// Adds what groups of `rows` rows cost of which one runs `steps` steps, and of which in all
// `waiting` follow each other. `texels`: reads of a texel that a step takes a CPU with one core,
// which does the work of all rows one after the other.
struct diffusion_groups_work {
    int rows;
    int64_t steps;
    double waiting;
    int texels;
};
void diffusion_groups_cost(const struct effect_site *site, const struct diffusion_groups_work *work,
                           struct cost *cost);
