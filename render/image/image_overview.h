#pragma once

#include "render/image/image.h"

// A subsampled copy of a large image, shown until the large one is ready.

// Makes an image of at most `most` texels from every n-th texel of every n-th row, with the
// smallest possible n. If `from` has no more than `most` texels, `overview` is zeroed.
void image_overview(const struct image *from, size_t most, struct image *overview);
