#pragma once

#include "render/gpu.h"

// Puts display values on the screen, where row 0 is the bottom: this is the one place that turns
// the picture over. Covers a framebuffer of that size, the window's or, for tests, a texture's
// (`target`), and leaves it bound, so that what is drawn next lies over the picture. A picture of
// the same size arrives texel by texel; another is stretched. Outside a timed frame.
void present_draw(struct gpu *gpu, const struct texture *picture, const struct texture *target,
                  int width, int height);
