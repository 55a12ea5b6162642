#pragma once

#include "effects/effect.h"

// effects/blur: what several blurs share, such as levels, kernels, margins and widths.

// Ever smaller images: level 0 is the picture, and each further one has half the width and height,
// rounded up, so that texel i of a level lies over texels 2i and 2i + 1 of the one above.

// `size` texels halved `times` times.
int levels_halved(int size, int times);

// Texels of a level of the site's picture.
double levels_texels(const struct effect_site *site, int level);

// An image as large as a level of the call's picture, and one half as large as `from`, both in the
// call's format. On loan from the pool.
struct texture *levels_acquire(const struct effect_call *call, int level);
struct texture *levels_acquire_half(const struct effect_call *call, const struct texture *from);

// Gives an image back to the pool. Nothing for NULL and for the call's own input, so that a loop
// down the levels needs to tell neither apart.
void levels_release(const struct effect_call *call, const struct texture *texture);

// The sizes of both images, for a program's u_sizes.
struct uniform levels_sizes(const struct texture *from, const struct texture *to);
