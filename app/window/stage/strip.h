#pragma once

#include "app/window/stage/stage.h"

// The words of the strip over the picture: two sides beside each other, and the pixel under the
// pointer.

// Fills in what is said now. While the loupe is on it reads the pixel at (x, y) of the window,
// which waits for the GPU.
void strip_fill(struct strip *strip, const struct workbench *workbench, const struct stage *stage,
                float x, float y);
