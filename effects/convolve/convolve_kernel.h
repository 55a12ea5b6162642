#pragma once

#include "effects/convolve/convolve_picture.h"

// effects/convolve: blur by any kernel, a shape or a picture.

// A kernel says how much of a texel's light goes where: a point becomes the kernel, as it is seen.

// All that decides about a kernel. It has no padding that is not zero, so it is also a key.
struct convolve_recipe {
    int shape, width, height; // enum convolve_shape; texels of the kernel
    int blades, rays;
    float size, roundness, falloff, angle; // px, 0..1, -, degrees
    int unused;
    const struct convolve_picture *picture; // NULL: a shape
};

// The recipe of the parameters in a picture that is `height` pixels high. `picture` is what they
// name, as it was read.
void convolve_recipe_init(struct convolve_recipe *recipe, const struct convolve_params *params,
                          const struct convolve_picture *picture, int height);

// The texel that a point stays at is (width - 1) / 2, (height - 1) / 2, rounded down.
static inline int convolve_centre(int side)
{
    return (side - 1) / 2;
}

// Makes the kernel, width * height texels of four: red, green, blue, whose sums are 1, and their
// mean for alpha. `weights` is the caller's.
void convolve_kernel_make(const struct convolve_recipe *recipe, float *weights);

// The same as a table: `key` is the recipe.
void convolve_kernel_table(const void *key, float *texels);

// At least as many as the kernel has texels that are not 0.
double convolve_most_taps(const struct convolve_recipe *recipe);

// Whether all channels have the same kernel.
bool convolve_is_grey(const struct convolve_recipe *recipe);
