#pragma once

#include "effects/effect.h"

// Counts the work of an implementation before any image exists, and checks if it can run.

// Counts the work of one run there, with the passes that copy a margin. The implementation's `run`
// is recorded, so no GPU is needed.
void impl_cost_count(const struct effect_impl *impl, const struct effect_site *site,
                     struct cost *cost);

// Returns true if an implementation can run there: it passes its own `fits`, has enough shared
// memory, and its loops have no more iterations than context_info.max_iterations, after which one
// software renderer silently ends them. Then `cost` is that of impl_cost_count; NULL: not needed.
// Otherwise `why` names the limit that it exceeds.
bool impl_fits(const struct effect_impl *impl, const struct effect_site *site, struct cost *cost,
               struct error *why);
