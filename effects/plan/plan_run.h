#pragma once

#include "effects/plan/plan_kept.h"

// Runs a plan, inside a frame. Source and output belong to the caller and have the plan's size.
// Steps that keep something begin anew.
void plan_run(const struct plan *plan, struct gpu *gpu, const struct texture *source,
              struct texture *output, int frame);

// The same, where steps go on from what they have left in `kept` in the last run.
void plan_run_on(const struct plan *plan, struct plan_kept *kept, struct gpu *gpu,
                 const struct texture *source, struct texture *output, int frame);

// The same picture by the nodes from the first changed one on, none where nothing has changed since
// the last run with `kept`. The source counts as the same while `frame` is the same. Nothing else
// may write the output.
void plan_run_changes(const struct plan *plan, struct plan_kept *kept, struct gpu *gpu,
                      const struct texture *source, struct texture *output, int frame);
