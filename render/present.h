#pragma once

#include "render/gpu.h"

// Draws display values on the screen, whose row 0 is at the bottom: this is the one place that
// turns the picture over. It covers a framebuffer of width x height pixels, the window's (`target`
// NULL) or a texture's, and leaves it bound, so that what is drawn next lies over the picture. A
// picture of that size arrives texel by texel, any other is stretched. Call it outside a frame.
void present_draw(struct gpu *gpu, const struct texture *picture, const struct texture *target,
                  int width, int height);
