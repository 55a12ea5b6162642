#pragma once

struct gpu;
struct plan;
struct plan_cache;
struct texture;

// Runs all nodes of a plan, in a GPU frame or, untimed, outside of one. Source and output belong to
// the caller and have the plan's size. `frame` is its number, for animated steps. Steps with state
// continue from their states of the last run with `cache`, whose images are freed. `cache` NULL:
// they start without state.
void plan_run(const struct plan *plan, struct plan_cache *cache, struct gpu *gpu,
              const struct texture *source, struct texture *output, int frame);

// Draws the same picture as plan_run, but runs only the nodes from the first changed one on, and
// stores their images in `cache`; runs no node if nothing has changed since the last run with it.
// The source counts as unchanged while `frame` is the same. No other code may write the output. For
// windows in which time is paused.
void plan_run_changes(const struct plan *plan, struct plan_cache *cache, struct gpu *gpu,
                      const struct texture *source, struct texture *output, int frame);
