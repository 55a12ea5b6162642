#pragma once

#include "effects/error_diffusion/error_diffusion.h"
#include "effects/tuning.h"

// The programs around the diffusing itself, which all implementations have: the first makes whole
// numbers of the input, the last the output of what its pixels took.

// In the order of an implementation's programs, which end with that of the columns of cells.
enum { DIFFUSION_VALUES, DIFFUSION_DIFFUSE, DIFFUSION_COLOURS };

#define DIFFUSION_CELLS_PROGRAM \
    { \
        .file = "error_diffusion/error_diffusion_cells.comp" \
    }

enum { DIFFUSION_VALUE_BYTES = 8, DIFFUSION_PICK_BYTES = 4 }; // of a pixel, in the buffers

struct diffusion_passes {
    const struct effect_call *call; // of the picture of cells
    const struct texture *columns;  // means of the columns of cells; NULL: cells are pixels
    struct diffusion diffusion;
    int patience; // looks at a border before it is given up
    int stride;   // steps of a strip in the buffers
    int top;      // the first row in the buffers of the implementation on the CPU
};

// A pass of that number with its tables and uniforms, without groups, buffers and output.
struct pass diffusion_prepare_pass(const struct diffusion_passes *passes, int program);

// Rows of a strip, which run in step, each invocation one; and whether they hand errors down by
// shuffles.
enum { DIFFUSION_STRIP = 32 };
bool diffusion_has_shuffles(const struct effect_site *site);

// Writes the defines of all programs. `rows` of a group; `serving`: as many more invocations, or 0
// where rows do not hand errors down by shuffles.
void diffusion_vary(const struct effect_site *site, int rows, int serving,
                    char defines[EFFECT_DEFINES_SIZE]);

// Bytes of shared memory of the colours that the last program shows, and what the programs before
// and after the diffusing need at most where they do not work row by row.
int diffusion_colours_shared(const struct effect_site *site);
int diffusion_passes_shared(const struct effect_site *site);
