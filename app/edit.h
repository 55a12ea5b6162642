#pragma once

#include "effects/chain.h"

// What the keys do to a chain: plain changes of a value, without a window or a GPU.

// Rows of a step, those that every step has (roi) among them; 0 past the end of the chain.
int edit_param_count(struct chain *chain, int step);

// Turns a value by so many presses. Past the end of the chain or of the rows it does nothing.
void edit_nudge(struct chain *chain, int step, int param, int presses, bool fine);

// Puts the next blurring effect in the place of the step, or, where that does not blur, of the
// first that does; `step` then is that. Values that both effects have under the same name are kept,
// so that the width of the blur stays. NULL when no step blurs.
const struct effect *edit_next_blur(struct chain *chain, int *step);

// The next implementation of the step, or, where it has none to choose from, of the first that has;
// `step` then is that. Gives the implementation's name, NULL when there is none.
const char *edit_next_impl(struct chain *chain, int *step, const struct effect **effect);

// The step becomes what it is in `first`, or, where that has another effect there, takes its
// defaults.
void edit_reset_step(struct chain *chain, const struct chain *first, int step);

// The chain as it runs up to a step; all steps after it are off.
void edit_cut(struct chain *chain, int step);
