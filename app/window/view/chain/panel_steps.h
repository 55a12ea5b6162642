#pragma once

#include "app/window/stage/stage.h"

// app/window/view/chain: the chain as lines that can be changed: the steps of the chain, each with
// its parameters unfolded below it.

void panel_steps_init(void); // nothing was shown yet

// Shows a line for each step, and below them the buttons of what is done to steps as wholes. A line
// that is dragged moves its step.
void panel_steps_show(const struct stage *stage, struct workbench *workbench);
