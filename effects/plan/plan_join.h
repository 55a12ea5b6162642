#pragma once

#include "effects/plan/plan_layout.h"

// Fused runs that become part of a spatial step's own programs: a pass and an image less.

// Joins what can be joined, and takes its nodes out of the plan. Fused nodes have their labels,
// spatial ones their implementations.
bool plan_join_runs(struct plan *plan, struct gpu *gpu, struct error *error);
