#pragma once

#include <stdbool.h>

struct error;
struct gpu;
struct plan;

// Joins fused runs into a spatial step's own programs, which saves a pass and an image each.

// Joins all runs that can be joined, and removes their nodes from the plan. Before the call, fused
// nodes must have their labels, and spatial nodes their implementations.
bool plan_join_runs(struct plan *plan, struct gpu *gpu, struct error *error);
