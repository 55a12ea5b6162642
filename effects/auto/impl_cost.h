#pragma once

#include <stdbool.h>

struct cost;
struct effect_impl;
struct effect_site;
struct error;

// Runs an implementation without a GPU, before any image exists: counts its work, finds the
// programs that steps are joined to, and checks if it can run.

// Counts the work of one run there, with the passes that copy a margin. The implementation's `run`
// is recorded, so no GPU is needed.
void impl_cost_count(const struct effect_impl *impl, const struct effect_site *site,
                     struct cost *cost);

// The index into impl->programs of the only program that reads the call's input, and of the only
// one that writes its output, if steps can be joined to them (effect_join_before,
// effect_join_after); otherwise -1.
struct impl_joins {
    int before, after;
};

// Finds them for sites that `fits` accepts and that need no copied margin, from what `run` does.
struct impl_joins impl_joins_find(const struct effect_impl *impl, const struct effect_site *site);

// Returns true if an implementation can run there: it passes its own `fits`, has enough shared
// memory, and its loops have no more iterations than context_info.max_iterations, after which one
// software renderer silently ends them. Then `cost` is that of impl_cost_count; NULL: not needed.
// Otherwise `why` names the limit that it exceeds.
bool impl_fits(const struct effect_impl *impl, const struct effect_site *site, struct cost *cost,
               struct error *why);
