#pragma once

#include "effects/error_diffusion/error_diffusion_passes.h"

// Passes of error diffusion on cells: before it, the means of the cells; after it, writing the
// colours of the cells.

struct effect_site diffusion_site_on_cells(const struct effect_site *site);
// Returns the call for a smaller picture, whose pixels are the cells. `input` and `output` keep
// their size.
struct effect_call diffusion_call_on_cells(const struct effect_call *call);

// Computes passes->columns, which diffusion_release_cells releases. Does nothing if there are no
// cells.
void diffusion_gather_cells(struct diffusion_passes *passes, const struct program *program);
void diffusion_release_cells(struct diffusion_passes *passes);

// Sets the groups of the pass that writes the colours of `rows` rows of cells: 32 by 8 invocations,
// one texel each.
void diffusion_cover_cells(const struct diffusion_passes *passes, int rows, struct pass *pass);
