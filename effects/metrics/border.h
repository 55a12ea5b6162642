#pragma once

#include "effects/metrics/kernel_fit.h"

// The rules by which blurs define texels outside of a picture, and parts of pictures with them.

// BLACK and COLOUR are also a transparent border over black or another colour.
enum border {
    BORDER_CLAMP,
    BORDER_MIRROR,
    BORDER_MIRROR_INSIDE, // without the outermost texels
    BORDER_WRAP,
    BORDER_BLACK,
    BORDER_COLOUR,
    BORDERS
};

// A rectangle in cells of scale x scale texels.
struct area {
    int x, y, width, height;
    int scale;
};

// Returns the means of the cells of an area, in channel 0. It may begin to the left of the picture
// or above it, where BORDER_COLOUR is white. The caller finishes the image.
struct image border_cut(const struct image *picture, struct area area, enum border border);

// Returns the rule by which the kernel, in cells of that scale, makes the top and the left of
// `after` of `before`; -1 if there is no difference, or none is near. `width` is that of the blur
// in cells.
int border_find(const struct kernel_fit *kernel, int scale, double width,
                const struct image *before, const struct image *after);
