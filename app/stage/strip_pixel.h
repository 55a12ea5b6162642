#pragma once

#include "app/panel/widgets/panel_widgets.h"
#include "app/stage/stage.h"

// Says what the texel at (x, y) of the window holds: the light that enters the chain, and of each
// side the light that it keeps until it makes display values, and those. Light is premultiplied by
// alpha, which is said where it is not 1; stops are log2 of its luminance. Waits for the GPU.
void strip_pixel_fill(struct widgets_table *table, const struct workbench *workbench,
                      const struct stage *stage, float x, float y);
