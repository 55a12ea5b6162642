#pragma once

#include "effects/effect_impl.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "effects/tuning.h"

// The passes before and after the diffusion, which all implementations share: the first converts
// the input to integers, the last writes the output from the chosen colours ("picks").

// Indices of the programs of an implementation. The last program of each is that of the columns of
// cells.
enum { DIFFUSION_VALUES, DIFFUSION_DIFFUSE, DIFFUSION_COLOURS };

#define DIFFUSION_CELLS_PROGRAM \
    { \
        .file = "error_diffusion/error_diffusion_cells.comp" \
    }

enum { DIFFUSION_VALUE_BYTES = 8, DIFFUSION_PICK_BYTES = 4 }; // bytes per pixel in the buffers

struct diffusion_passes {
    struct effect_call call; // for a smaller picture, whose pixels are the cells; `input` and
                             // `output` keep their size
    struct texture *columns; // means of the columns of cells; NULL: cells are pixels
    struct diffusion diffusion;
    int patience; // number of polls of a border before a group gives up
    int stride;   // number of steps of a strip in the buffers
    int top;      // first row in the buffers, for the implementation on the CPU
};

// Returns the pass of a program with its inputs, uniforms and work; the caller adds groups, buffers
// and output.
struct pass diffusion_prepare_pass(const struct diffusion_passes *passes, int program);

enum { DIFFUSION_STRIP = 32 }; // rows of a strip, one for each invocation

// Writes the defines of all programs. `rows` is the number of rows of a group; `serving` the number
// of its further invocations, 0 without shuffles.
void diffusion_defines(const struct effect_site *site, int rows, int serving,
                       struct step_writer *defines);

// Returns the bytes of shared memory of the colours in the last program.
int diffusion_colours_shared(const struct diffusion *diffusion);

// ---- cells

struct effect_site diffusion_site_on_cells(const struct effect_site *site);

// Sets the call, the diffusion and, by the program for them, the means of the columns of cells.
void diffusion_passes_begin(struct diffusion_passes *passes, const struct effect_call *call,
                            const struct program *columns);
void diffusion_passes_end(struct diffusion_passes *passes);

// Sets the groups of the pass that writes the colours of `rows` rows of cells: 32 by 8 invocations,
// one texel each.
void diffusion_cover_cells(const struct diffusion_passes *passes, int rows, struct pass *pass);
