#pragma once

#include "effects/effect_impl.h"

// The kernels of error diffusion, for the programs of the GPU and for the CPU. The reference in
// effects/reference/ has its own, from the papers.

enum { DIFFUSION_REACH = 2, DIFFUSION_SPAN = 2 * DIFFUSION_REACH + 1 };

// Weights with which a pixel receives its neighbours' errors, as multiples of 1 / `divisor`.
struct diffusion_kernel {
    int divisor;
    // Weights of the pixel's own row, of the row above and of the one above that, from
    // DIFFUSION_REACH to the left on.
    int rows[3][DIFFUSION_SPAN];
};

// `kernel` is an enum error_diffusion_kernel.
const struct diffusion_kernel *diffusion_kernel(int kernel);

// Returns the distance of the outermost weight of a row that is not 0, to the right (`side` 1) or
// to the left (-1) of the pixel; -1: there is none.
int diffusion_kernel_reach(const int row[DIFFUSION_SPAN], int side);

// Returns the number of neighbours that contribute; `sum` receives the sum of all weights.
int diffusion_kernel_count(const struct diffusion_kernel *kernel, int *sum);

// Writes the defines of shaders/error_diffusion/error_diffusion.glsl.
void diffusion_kernel_defines(const struct diffusion_kernel *kernel, struct step_writer *defines);
