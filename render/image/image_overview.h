#pragma once

#include "render/image/image.h"

// A smaller image of a large one, to be shown until the large one is ready.

// Makes an image of at most `most` texels with every n-th texel of every n-th row; n is the
// smallest number for which they are few enough. An image that has no more stays without one:
// `overview` is then zeroed.
void image_overview(const struct image *from, size_t most, struct image *overview);
