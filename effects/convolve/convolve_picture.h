#pragma once

#include "effects/convolve/convolve_kernel.h"

// Pictures that are kernels.

bool convolve_picture_is_grey(const struct convolve_picture *picture);

// The size of a kernel whose longer side is `size` px, or as it is where that is 0.
void convolve_picture_size(const struct convolve_picture *picture, double size, int *width,
                           int *height);

// Makes it that large: width * height texels of three. Light is spread evenly between texels that
// are further apart, and averaged over those that are nearer.
void convolve_picture_resize(const struct convolve_picture *picture, int width, int height,
                             double *texels);
