#pragma once

#include "effects/box/box.h"

// The two passes of a box, rows and then columns, with an image between them.

enum { BOX_ROWS, BOX_COLUMNS }; // the programs of an implementation

// Runs one pass from one image to another, along columns if `down`, otherwise along rows.
typedef void box_passes_direction(const struct effect_call *call, const struct texture *from,
                                  struct texture *to, bool down);

// Runs rows, then columns, inside a frame. The image between them is from the pool.
void box_passes_run(const struct effect_call *call, box_passes_direction *direction);
