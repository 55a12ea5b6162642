#pragma once

#include "effects/plan/plan_choice.h"
#include "effects/plan/plan_layout.h"
#include "effects/plan/plan_run.h"
#include "effects/plan/plan_site.h"

// effects/plan: compiles a chain for a size and format into a plan, and runs it.

// A plan is a chain that is ready to run. Neighbouring pointwise steps are one pass, or part of a
// spatial step's first or last pass; every spatial step has its implementation and programs;
// `encode` is inserted at the change from linear light to display values. A plan is a plain value:
// it points into the chain and the program cache, so a changed parameter takes effect at once. A
// new plan is needed after a step is added, removed or switched on or off, and after a change of an
// implementation or of the size. It is needed, too, when a file that a step names has changed,
// since the plan points to the content that it was built with.

// Compiles, and draws nothing. Returns false, with `plan` unchanged, if a shader does not compile,
// a linear step comes after an encoding one, an implementation does not fit this GPU and size, or
// values are wrong in combination.
bool plan_build(struct plan *plan, const struct chain *chain, struct gpu *gpu,
                const struct plan_options *options, struct error *error);

// Returns true if a change from `a` to `b` needs a new plan; otherwise the old plan's pointers see
// the change.
bool plan_needs_rebuild(const struct chain *a, const struct chain *b);
