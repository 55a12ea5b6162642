#pragma once

#include "render/image/image.h"

// Steps of the dual filter, for other references too. `edge` is an enum edge. The step down makes
// `to`.
void reference_dual_down(const struct image *from, double offset, int edge, struct image *to);

// The step up writes to an image that has its size: any whose half, rounded up, is that of `from`.
void reference_dual_up(const struct image *from, double offset, int edge, struct image *to);

// Adds `weight` times the bilinear interpolation at (x, y), in texels with the first centre at
// (0.5, 0.5).
void reference_add_tap(const struct image *image, double x, double y, double weight, int edge,
                       double color[4]);
