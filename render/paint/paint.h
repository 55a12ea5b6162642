#pragma once

#include "render/image/image.h"

// render/paint: drawing on images on the CPU: rectangles, images and text; fonts and thumbnails.
//
// This header draws rectangles and images. All functions work on U8 images of display values with
// straight alpha, composite with "over" without linearising the values, and clip to the image.

struct paint {
    uint8_t r, g, b, a; // straight alpha
};

struct paint_area {
    int x, y, width, height; // in pixels; x and y may be negative, width and height 0
};

void paint_fill(struct image *image, struct paint_area area, struct paint paint);

// Paints an area with coverage: `cover` has width * height values (0..255), row by row; NULL: 255
// everywhere.
void paint_mask(struct image *image, struct paint_area area, const uint8_t *cover,
                struct paint paint);

// Composites `from` over the image, with its top left pixel at x, y.
void paint_image(struct image *image, int x, int y, const struct image *from);
