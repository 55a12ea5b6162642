#pragma once

struct effect;

// Describes the reach and the work of a blur in words.

enum { AMOUNTS_TEXT_SIZE = 160 };

// Writes "sigma 16.00 px, reach 73 px, 4 levels, the smallest 1/16"; "" if the effect is not a blur
// or leaves the picture unchanged. `height` is that of the picture, pixels.
void amounts_print(const struct effect *effect, const void *params, int height,
                   char text[AMOUNTS_TEXT_SIZE]);
