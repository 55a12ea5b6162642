#pragma once

#include "effects/plan/plan_choice.h"
#include "effects/plan/plan_run.h"
#include "effects/plan/plan_site.h"

// effects/plan: a chain made ready for a size and format, and its run.

// A chain made ready to run. Neighbouring pointwise steps have become one pass, or part of a
// spatial step's first or last pass; every spatial step has its implementation and programs,
// `encode` stands where linear light meets the display. It is a plain value: it points into the
// chain and the program cache, so turning a parameter shows at once; adding, removing or switching
// a step, changing an implementation or the size needs a new plan. So does a step's file that was
// written again: the plan has what its programs were built with.

// Compiles, and draws nothing. False, and `plan` unchanged, when a shader does not compile, a step
// stands where its light is not what it works on, an implementation does not fit this GPU and size,
// or values are wrong together.
bool plan_build(struct plan *plan, const struct chain *chain, struct gpu *gpu,
                const struct plan_options *options, struct error *error);

// Whether a change from `a` to `b` needs a new plan (or only shows through the pointers of the old
// one).
bool plan_needs_rebuild(const struct chain *a, const struct chain *b);
