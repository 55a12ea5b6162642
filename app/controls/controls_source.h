#pragma once

#include "app/workbench/workbench.h"

// What the keys of a step's GLSL do, for the table of controls.c.

void controls_source(struct workbench *workbench, int key, unsigned modifiers);
void controls_next_source(struct workbench *workbench, int key, unsigned modifiers);
void controls_copy_source(struct workbench *workbench, int key, unsigned modifiers);
