#pragma once

#include "app/window/stage/stage.h"

// The page of times: the GPU, the time of each frame, and the tree of passes.

// Takes new numbers a few times a second, so that they stand still for a moment and can be read. To
// be called once a frame.
void panel_times_update(const struct stage *stage, const struct workbench *workbench);

// Returns what a frame costs the GPU, "4.064 ms"; "" while that is not known.
const char *panel_times_cost(void);

// Returns whether no step of the last frame ran again: its own time is then that of nothing, and
// what is shown is the time of what was kept.
bool panel_times_are_kept(void);

void panel_times_show(const struct stage *stage, struct workbench *workbench);
