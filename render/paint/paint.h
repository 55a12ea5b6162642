#pragma once

#include "render/image/image.h"

// render/paint: pictures are drawn on without a GPU: areas, pictures in pictures, letters.
//
// This header is about areas. All of it works on images of display values in 8 bits (U8, straight
// alpha), lays what it draws over what is there, mixes display values as they are, and leaves out
// what lies beyond the image.

struct paint {
    uint8_t r, g, b, a; // straight alpha
};

struct paint_area {
    int x, y, width, height; // in pixels; x and y may be negative, and an area empty
};

void paint_fill(struct image *image, struct paint_area area, struct paint paint);

// Paints an area as far as each of its pixels is covered: `cover` has width * height values, row
// after row, of which 255 is all. NULL: all is covered.
void paint_mask(struct image *image, struct paint_area area, const uint8_t *cover,
                struct paint paint);

// Lays a picture over another, with its top left pixel at x, y.
void paint_image(struct image *image, int x, int y, const struct image *from);
