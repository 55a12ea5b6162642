#pragma once

#include "render/gpu_timer.h"
#include "render/text/error.h"

// Refuses a path of --at that no pass of the frame has. Names the passes of its step, or, where no
// step is called so, all of them, and the nearest. Returns false.
bool capture_refuse_path(const struct gpu_frame *frame, const char *path, struct error *error);
