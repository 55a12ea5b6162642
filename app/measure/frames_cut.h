#pragma once

#include "render/gpu_timer.h"

// What of a frame of the engine (frames.h) is the subject's, and what is the canaries'.

// Its scopes, in this order: filler, those of the subject, wash, copies, arithmetic.
extern const char frames_filler[], frames_wash[], frames_copies[];

// Cuts it in two: what is measured, with all of it as scope 0, and the copies with what follows.
// `by_effort`: the times are those of gpu_scope_effort, not of the clock. False for a frame without
// copies, which does not count.
bool frames_cut(const struct gpu_frame *frame, bool by_effort, struct gpu_frame *measured,
                struct gpu_frame *copied);
