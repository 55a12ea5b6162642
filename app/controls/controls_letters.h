#pragma once

#include "app/workbench/workbench.h"

// What the keys of the letters' size do, for the table of controls.c.

enum { CONTROLS_LEAST_LETTERS = 50, CONTROLS_MOST_LETTERS = 300 }; // per cent

void controls_larger(struct workbench *workbench, int key, unsigned modifiers);
void controls_smaller(struct workbench *workbench, int key, unsigned modifiers);
void controls_first_size(struct workbench *workbench, int key, unsigned modifiers);
