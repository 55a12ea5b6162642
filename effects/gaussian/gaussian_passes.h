#pragma once

#include "effects/gaussian/gaussian.h"

// A Gaussian by passes from image to image: rows and columns, or both at once.

enum { GAUSSIAN_ROWS, GAUSSIAN_COLUMNS }; // the programs of an implementation in two passes

// Returns the uniform u_weights, which points into the kernel. Weights of the class beyond the
// kernel's radius are 0.
struct uniform gaussian_passes_weights(const struct kernel *kernel);

// Runs `count` passes: both directions in one or, with an image between them from the pool, rows
// and then columns. `own` holds everything else that a pass needs: all but input, edge, u_size and
// output.
void gaussian_passes_run(const struct effect_call *call, int count, const struct pass *own);
