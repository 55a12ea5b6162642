#pragma once

#include "effects/auto/impl_choice.h"

// Measures those implementations of an effect that the profile cannot tell apart, and remembers
// what they took in `times`, for impl_choose. It compiles and draws: outside a frame only, and as
// far as the budget of `times` goes. Does nothing where their times are known. Frames of gpu->timer
// that are not collected yet stay as they are.
void impl_time(struct gpu *gpu, struct impl_times *times, const struct effect *effect,
               const struct effect_site *site);
