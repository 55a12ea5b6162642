#pragma once

#include "app/panel/panel_view.h"

// The sheet of times: the GPU, the time of each frame, and the tree of passes.

// Numbers that can be read stand still for a moment: new ones are taken a few times a second. To be
// called once a frame.
void panel_times_update(const struct panel_view *view);

// "4.064 ms": what a frame costs the GPU; "" while that is not known.
const char *panel_times_cost(void);

void panel_times_show(const struct panel_view *view);
