#pragma once

#include "effects/chain.h"

// Draws what the step makes of grey light, as a graph over stops; nothing for an effect without a
// curve.
void panel_curve(const struct chain_step *step);
