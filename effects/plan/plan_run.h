#pragma once

struct gpu;
struct plan;
struct plan_cache;
struct texture;

// Runs a plan, inside a frame. Source and output belong to the caller and have the plan's size.
// Steps with state start without it.
void plan_run(const struct plan *plan, struct gpu *gpu, const struct texture *source,
              struct texture *output, int frame);

// Runs all nodes, like plan_run, but steps with state continue from their states of the last run in
// `cache`. Frees its cached images. For frames of an animation.
void plan_run_all(const struct plan *plan, struct plan_cache *cache, struct gpu *gpu,
                  const struct texture *source, struct texture *output, int frame);

// Draws the same picture as plan_run_all, but runs only the nodes from the first changed one on,
// and caches their images in `cache`; runs no node if nothing has changed since the last run with
// it. The source counts as unchanged while `frame` is the same. No other code may write the output.
// For windows in which time is paused.
void plan_run_changes(const struct plan *plan, struct plan_cache *cache, struct gpu *gpu,
                      const struct texture *source, struct texture *output, int frame);
