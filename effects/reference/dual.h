#pragma once

#include "render/image.h"

// Parts of the dual filter that other references use too. `to` is made here.
void reference_dual_down(const struct image *from, double offset, struct image *to);

// `to` has its size already: any whose half, rounded up, is the size of `from`.
void reference_dual_up(const struct image *from, double offset, struct image *to);

// Adds `weight` times the bilinear interpolation at (x, y), in texels with the first centre at
// (0.5, 0.5). The border texels go on forever.
void reference_add_tap(const struct image *image, double x, double y, double weight,
                       double color[4]);
