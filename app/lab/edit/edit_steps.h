#pragma once

#include "effects/chain.h"

// Changes of which steps a chain has, and in what order. A step moves with its values, its region
// and whether it is on. What cannot be is refused with the reason, and nothing has changed.

// Adds a step with the effect's defaults after step *step (-1: first), or at the nearest place
// where it can stand: what works on light cannot follow what makes display values of it. *step
// becomes its place.
bool edit_steps_add(struct chain *chain, const struct effect *effect, int *step,
                    struct error *error);

// Adds a copy of step *step after it. *step becomes the copy's place.
bool edit_steps_duplicate(struct chain *chain, int *step, struct error *error);

// *step becomes the one that follows, or the last where none does; 0 in an empty chain.
void edit_steps_remove(struct chain *chain, int *step);

// Gives step *step the place `to`; those between move up or down. Fails past the ends.
bool edit_steps_move(struct chain *chain, int *step, int to, struct error *error);
