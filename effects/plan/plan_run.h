#pragma once

#include "effects/plan/plan_cache.h"

// Runs a plan, inside a frame. Source and output belong to the caller and have the plan's size.
// Steps with state start without it.
void plan_run(const struct plan *plan, struct gpu *gpu, const struct texture *source,
              struct texture *output, int frame);

// Like plan_run, but steps continue from their states of the last run in `kept`. Its cached images
// are freed.
void plan_resume(const struct plan *plan, struct plan_cache *kept, struct gpu *gpu,
                 const struct texture *source, struct texture *output, int frame);

// Draws the same picture as plan_resume, but runs only the nodes from the first changed one on; no
// node if nothing has changed since the last run with `kept`. The source counts as unchanged while
// `frame` is the same. No other code may write the output.
void plan_run_changes(const struct plan *plan, struct plan_cache *kept, struct gpu *gpu,
                      const struct texture *source, struct texture *output, int frame);
