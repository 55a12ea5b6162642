#pragma once

#include "app/window/stage/background/light.h"
#include "app/window/state/workbench.h"

// Draws what the step makes of grey light, as a graph over stops, with the light that comes to it
// behind; nothing for an effect without a curve.
void panel_curve(const struct light *light, struct workbench *workbench,
                 const struct chain_step *step);

// Returns the first step that is on and makes display values: light that is kept comes to it. NULL:
// none does.
const struct chain_step *panel_curve_end_of_light(const struct chain *chain);
