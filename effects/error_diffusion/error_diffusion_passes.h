#pragma once

#include "effects/error_diffusion/error_diffusion.h"

// The programs around the diffusing itself, which all rows have: the first makes whole numbers of
// the input, the last the output of what its pixels took.

// In the order of a row's programs, which end with that of the columns of cells.
enum { DIFFUSION_VALUES, DIFFUSION_DIFFUSE, DIFFUSION_COLOURS };

#define DIFFUSION_CELLS_PROGRAM \
    { \
        .file = "error_diffusion/error_diffusion_cells.comp" \
    }

// Palettes of so many colours stay in registers.
enum { DIFFUSION_COLOURS_IN_REGISTERS = 8 };

struct diffusion_passes {
    const struct effect_call *call; // of the picture of cells
    const struct texture *columns;  // means of the columns of cells; NULL: cells are pixels
    struct diffusion diffusion;
    int patience; // looks at a border before it is given up
    int stride;   // steps of a strip in the buffers
    int top;      // the first row in the buffers of the row `cpu`
};

// A pass of that number with its tables and uniforms, without groups, buffers and output.
struct pass diffusion_prepare_pass(const struct diffusion_passes *passes, int program);

// `rows` of a group; `serving`: as many more invocations, or 0 where rows do not hand errors down
// by shuffles.
void diffusion_vary(const struct effect_site *site, int rows, int serving,
                    char defines[EFFECT_DEFINES_SIZE]);
