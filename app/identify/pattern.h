#pragma once

#include "render/image/image.h"

// In px, unless a size is given.
enum {
    PATTERN_WIDTH = 1024,
    PATTERN_HEIGHT = 768,
};

// Initialises `image` with the test pattern, of bytes: points, discs and squares of all sizes up to
// half of the shorter side, each of one grey or a ramp between two. Little of them is beyond the
// border, over which light would be lost. Edges have every direction and contrast, and a blur of
// any width changes some of them.
void pattern_init(struct image *image, int width, int height);
