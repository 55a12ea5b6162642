#pragma once

#include "app/lab.h"
#include "app/stats/pass_stats.h"
#include "render/paint/font.h"

// --overlay: times a picture's passes beside copies of it, and lays them over it.

// Draws the lab's picture several times, adds the times to `stats`, and draws them on `image`, the
// picture as it was read before. Fails where the picture is too small, or an edited shader of the
// copies does not compile.
bool times_overlay_draw(struct image *image, struct lab *lab, double time, const struct font *font,
                        struct pass_stats *stats, struct error *error);
