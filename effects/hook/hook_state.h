#pragma once

#include "effects/effect.h"
#include "effects/hook/hook_file.h"

// The images and buffers of a file that its passes store to, or that no sampler reads.

// Makes them as the file says where the state has none for a picture of that size, and again for
// frame 0 where the file keeps something.
void hook_state_begin(const struct hook_file *file, const struct effect_call *call,
                      struct effect_state *state);

// Binds what a run's pass reads and stores to of that number (hook_file_find), behind what is bound
// already.
void hook_state_bind(const struct hook_file *file, struct effect_state *state, int declared,
                     struct pass *pass);
