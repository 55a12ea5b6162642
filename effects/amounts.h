#pragma once

#include "effects/effect.h"

// What the values of a blur come to, in words.

enum { AMOUNTS_TEXT_SIZE = 160 };

// Writes "sigma 16.00 px, reach 73 px, 4 levels, the smallest 1/16"; "" for what is no blur, and
// for values that leave the picture as it is. `height` is that of the picture, pixels.
void amounts_print(const struct effect *effect, const void *params, int height,
                   char text[AMOUNTS_TEXT_SIZE]);
