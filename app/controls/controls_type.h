#pragma once

#include "app/workbench/workbench.h"

// What Enter does, for the table of controls.c: the selected value is typed.
void controls_type(struct workbench *workbench, int key, unsigned modifiers);

// Goes on to the next value of the step that can be typed, or with `by` -1 the one before.
void controls_type_next(struct workbench *workbench, int by);
