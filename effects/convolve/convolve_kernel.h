#pragma once

#include "effects/convolve/convolve_picture.h"

// effects/convolve: blur by any kernel, a shape or a picture.

// A kernel is the image of a point: it states how much of a texel's light goes to each texel
// around.

// All values that determine a kernel. Padding bytes are 0, so that the struct is also a key.
struct convolve_recipe {
    int shape, width, height; // enum convolve_shape; texels of the kernel
    int blades, rays;
    float size, roundness, falloff, angle; // px, 0..1, -, degrees
    int unused;
    const struct convolve_picture *picture; // NULL: a shape
};

// Sets the recipe of the parameters in a picture that is `height` pixels high. `picture` is the one
// that the parameters name, from convolve_picture_read.
void convolve_recipe_init(struct convolve_recipe *recipe, const struct convolve_params *params,
                          const struct convolve_picture *picture, int height);

// The texel in the middle of a kernel, where a point stays, is (width - 1) / 2, (height - 1) / 2,
// rounded down.
static inline int convolve_centre(int side)
{
    return (side - 1) / 2;
}

// Computes the kernel, width * height texels of four values: red, green and blue, whose sums are 1,
// and their mean for alpha. The caller owns `weights`. `key` is the recipe, as in a texture_recipe.
void convolve_kernel_make(const void *key, float *weights);

// Returns an upper bound of the number of texels of the kernel that are not 0.
double convolve_most_taps(const struct convolve_recipe *recipe);

// Returns true if all channels have the same kernel.
bool convolve_is_grey(const struct convolve_recipe *recipe);
