#pragma once

#include "app/workbench/workbench.h"

// What the keys that look inside the chain do, for the table of controls.c. A look changes nothing
// of the chain, so it is no state to undo.

void controls_view_step(struct workbench *workbench, int key, unsigned modifiers);
void controls_turn_pass(struct workbench *workbench, int key, unsigned modifiers);
void controls_heights(struct workbench *workbench, int key, unsigned modifiers);

// Ends a look at a step or a pass. Returns whether there was one.
bool controls_end_look(struct workbench *workbench);
