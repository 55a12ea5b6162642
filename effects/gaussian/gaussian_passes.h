#pragma once

#include "effects/gaussian/gaussian.h"

// A Gaussian by passes from image to image: rows and columns, or both at once.

enum { GAUSSIAN_ROWS, GAUSSIAN_COLUMNS }; // the programs of an implementation in two passes

// Positions of uniforms. The size is set here; the second is the implementation's own.
enum { GAUSSIAN_SIZE, GAUSSIAN_OWN, GAUSSIAN_WEIGHTS };

// The weights as the programs declare them, those of the class beyond the kernel's radius 0. Points
// into the kernel.
struct uniform gaussian_passes_weights(const struct kernel *kernel);

// Runs rows, then columns, with an image between them on loan from the pool. `own` says what the
// passes need beside input, edge, size and output.
void gaussian_passes_run_both(const struct effect_call *call, const struct pass *own);

// The same in one pass.
void gaussian_passes_run_one(const struct effect_call *call, const struct pass *own);

// effect_impl.run of rows and columns that need the weights alone.
void gaussian_passes_run_rows_and_columns(const struct effect_call *call);
