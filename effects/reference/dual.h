#pragma once

#include "render/image/image.h"

// Steps of the dual filter, which other references use too. `edge` is an enum edge. The step down
// initialises `to`.
void reference_dual_down(const struct image *from, double offset, int edge, struct image *to);

// The step up writes to `to`, which the caller has initialised: half its width and height, rounded
// up, must be those of `from`.
void reference_dual_up(const struct image *from, double offset, int edge, struct image *to);

struct reference_tap {
    double x, y, weight;
};

// Adds weighted taps to each texel of `to`. They are `step` times as far from the place of its
// centre in `from`, whose texels have 1 / `scale` times the size of those of `to`.
void reference_add_taps(const struct image *from, double scale, int count,
                        const struct reference_tap taps[], double step, int edge, struct image *to);

// Adds `weight` times the bilinear interpolation at (x, y), in texels with the first centre at
// (0.5, 0.5).
void reference_add_tap(const struct image *image, double x, double y, double weight, int edge,
                       double color[4]);
