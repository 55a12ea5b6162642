#pragma once

#include "app/workbench/workbench.h"

// What the keys of a chain's steps do, for the table of controls.c: which steps there are, which is
// selected, and its values. What cannot be is said, and changes nothing.

void controls_add_step(struct workbench *workbench, int key, unsigned modifiers); // the list opens
void controls_remove_step(struct workbench *workbench, int key, unsigned modifiers);
void controls_duplicate_step(struct workbench *workbench, int key, unsigned modifiers);
void controls_move_step(struct workbench *workbench, int key, unsigned modifiers);

// What the mouse does: adds what was chosen in the list, and moves a step whose line was dragged.
void controls_add_effect(struct workbench *workbench, const struct effect *effect);
void controls_move_step_to(struct workbench *workbench, int from, int to);

void controls_select_step(struct workbench *workbench, int key, unsigned modifiers);
void controls_select_param(struct workbench *workbench, int key, unsigned modifiers);
void controls_turn_value(struct workbench *workbench, int key, unsigned modifiers);
void controls_switch_step(struct workbench *workbench, int key, unsigned modifiers);
void controls_next_blur(struct workbench *workbench, int key, unsigned modifiers);
void controls_next_impl(struct workbench *workbench, int key, unsigned modifiers);
void controls_measure(struct workbench *workbench, int key, unsigned modifiers);
void controls_reset_step(struct workbench *workbench, int key, unsigned modifiers);
