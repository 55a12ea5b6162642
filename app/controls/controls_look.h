#pragma once

#include "app/workbench/workbench.h"

// What the keys of two sides and of zooming do, for the table of controls.c.

void controls_copy_side(struct workbench *workbench, int key, unsigned modifiers);
void controls_swap_sides(struct workbench *workbench, int key, unsigned modifiers);
void controls_turn_side(struct workbench *workbench, int key, unsigned modifiers);
void controls_split(struct workbench *workbench, int key, unsigned modifiers);
void controls_sides(struct workbench *workbench, int key, unsigned modifiers);
void controls_difference(struct workbench *workbench, int key, unsigned modifiers);

// Looks at both sides so, or at the edited one alone, and says it.
void controls_look_at(struct workbench *workbench, enum present_way way);

void controls_flip(struct workbench *workbench, int key, unsigned modifiers); // until it is let go
void controls_one_side(struct workbench *workbench, int key, unsigned modifiers);
void controls_gain(struct workbench *workbench, int key, unsigned modifiers);
void controls_loupe(struct workbench *workbench, int key, unsigned modifiers);
void controls_fit(struct workbench *workbench, int key, unsigned modifiers);
void controls_fit_image(struct workbench *workbench, int key, unsigned modifiers); // of the scene
void controls_one_to_one(struct workbench *workbench, int key, unsigned modifiers);
void controls_zoom(struct workbench *workbench, int key, unsigned modifiers);
void controls_expose(struct workbench *workbench, int key, unsigned modifiers);
