#pragma once

#include "render/image/image.h"

// Other sizes of images (stb_image_resize).

// Reduces *width and *height to fit into the given size, with the same aspect ratio and sides of 1
// or more. A size that fits is unchanged.
void thumbnail_fit(int most_width, int most_height, int *width, int *height);

// Initialises `to` with `from` (U8 display values, straight alpha) scaled to that size. Each pixel
// is the box-filtered mean in linear light, weighted by alpha; a larger size repeats pixels. The
// size of `from` gives a copy.
void thumbnail_make(const struct image *from, int width, int height, struct image *to);
