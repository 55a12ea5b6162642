#pragma once

#include "render/image/image.h"

// Parts of the dual filter that other references use too. `edge` is enum edge. `to` is made here.
void reference_dual_down(const struct image *from, double offset, int edge, struct image *to);

// `to` has its size already: any whose half, rounded up, is the size of `from`.
void reference_dual_up(const struct image *from, double offset, int edge, struct image *to);

// Adds `weight` times the bilinear interpolation at (x, y), in texels with the first centre at
// (0.5, 0.5).
void reference_add_tap(const struct image *image, double x, double y, double weight, int edge,
                       double color[4]);
