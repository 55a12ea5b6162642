#pragma once

#include "app/panel/panel_view.h"

// The sheet of times: the GPU, the time of each frame, and the tree of passes.

// Takes new numbers a few times a second, so that they stand still for a moment and can be read. To
// be called once a frame.
void panel_times_update(const struct panel_view *view);

// Returns what a frame costs the GPU, "4.064 ms"; "" while that is not known.
const char *panel_times_cost(void);

void panel_times_show(struct panel_view *view);
