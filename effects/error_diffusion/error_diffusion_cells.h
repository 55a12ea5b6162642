#pragma once

#include "effects/error_diffusion/error_diffusion_passes.h"

// Passes of error diffusion on cells: the means of the cells before it, and painting the cells
// after it.

struct effect_site diffusion_site_on_cells(const struct effect_site *site);
// Returns the call with cells as the pixels of a smaller picture. Input and output keep their size.
struct effect_call diffusion_call_on_cells(const struct effect_call *call);

// Makes passes->columns, which diffusion_release_cells gives back; nothing where cells are pixels.
void diffusion_gather_cells(struct diffusion_passes *passes, const struct program *program);
void diffusion_release_cells(struct diffusion_passes *passes);

// Groups of the pass that makes colours of `rows` rows of cells: of 32 by 8 invocations, a texel
// each.
void diffusion_cover_cells(const struct diffusion_passes *passes, int rows, struct pass *pass);
