#pragma once

#include "effects/chain.h"

// The view of a tone curve: what a step makes of grey light, over stops (EV) from middle grey.

enum { CURVE_LEAST_EV = -8, CURVE_MOST_EV = 8 };

// Returns the scene light that is `ev` stops above the middle grey of 0.18.
double curve_light(double ev);

// Writes the step's values at `count` (2 or more) places, evenly from CURVE_LEAST_EV to
// CURVE_MOST_EV.
void curve_sample(const struct chain_step *step, int count, float *values);

// Returns the first step that is switched on and has a curve. NULL for none.
const struct chain_step *curve_find(const struct chain *chain);
