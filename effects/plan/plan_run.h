#pragma once

#include "effects/plan/plan_layout.h"

// Runs a plan, inside a frame. Source and output belong to the caller and have the plan's size.
void plan_run(const struct plan *plan, struct gpu *gpu, const struct texture *source,
              struct texture *output, int frame);
