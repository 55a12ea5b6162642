#pragma once

#include "effects/gaussian/gaussian.h"

// A Gaussian by passes from image to image: rows and columns, or both at once.

enum { GAUSSIAN_ROWS, GAUSSIAN_COLUMNS }; // the programs of an implementation in two passes

// Returns the uniform u_weights, which points into the kernel. Weights of the class beyond the
// kernel's radius are 0.
struct uniform gaussian_passes_weights(const struct kernel *kernel);

// Runs rows, then columns, with an image between them from the pool. `own` holds everything
// else that the passes need: all but input, edge, u_size and output.
void gaussian_passes_run_both(const struct effect_call *call, const struct pass *own);

// Like gaussian_passes_run_both, in a single pass.
void gaussian_passes_run_one(const struct effect_call *call, const struct pass *own);

// effect_impl.run of rows and columns that need no uniform of their own.
void gaussian_passes_run_rows_and_columns(const struct effect_call *call, const struct cost *work);
