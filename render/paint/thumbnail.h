#pragma once

#include "render/image/image.h"

// Small pictures of large ones, by stb_image_resize.

// Shrinks a size so that it fits into another and keeps its shape, each side 1 or more. What fits
// stays as it is.
void thumbnail_fit(int most_width, int most_height, int *width, int *height);

// Makes a picture of display values (U8, straight alpha) of that size, not larger than `from`. Each
// pixel is the mean of the light that falls on it, weighed by alpha. At the size of `from` it is
// the same, but for the colour of what alpha 0 hides.
void thumbnail_make(const struct image *from, int width, int height, struct image *to);
