#pragma once

#include "effects/effect_impl.h"
#include "effects/plan/plan_layout.h"

// A cache of the images between the nodes of a plan, with everything that they depend on. If the
// frame is the same as in the last run, only the nodes from the first changed one on run again. It
// also has the states of steps, which last from frame to frame.

// Inputs of a run besides the plan. If any of them changes, the whole cache is invalid.
struct plan_cache_moment {
    unsigned source, output; // GL names
    int frame;
    unsigned reloads; // of the program cache
};

struct plan_cache { // zeroed: empty
    // Limit of the memory of `images`, in bytes; 0: PLAN_CACHE_BUDGET. If not all of them fit, the
    // image before the node `changed` has priority, then those of the last nodes.
    size_t budget;
    int changed; // the first changed node of the last run that had changes
    struct texture images[PLAN_MAX_NODES]; // outputs of the nodes; id 0: not cached. Owned

    // The last run, if `has_run`. `steps` has copies of its nodes' steps one after the other, since
    // the values of a chain's steps change in place.
    bool has_run;
    struct plan_cache_moment moment;
    struct plan plan;
    struct chain_step steps[CHAIN_MAX_STEPS + 1];

    // The effect and the state of each step of the chain, for its next frame.
    const struct effect *effects[CHAIN_MAX_STEPS];
    struct effect_state states[CHAIN_MAX_STEPS];
};

// Three images of 3840x2160 in rgba16f, or fifteen of 1920x1080.
enum { PLAN_CACHE_BUDGET = 256 << 20 };

void plan_cache_finish(struct plan_cache *cache);

// Frees the images, so the next run starts from the first node. The states of steps are unchanged.
void plan_cache_free_images(struct plan_cache *cache);

// Resets the state of that step of the chain. The next run starts from the first node.
void plan_cache_reset_state(struct plan_cache *cache, int step);

// Resets the states of all steps if the spatial steps of the chain are not those of the last run.
void plan_cache_match_states(struct plan_cache *cache, const struct plan *plan);

// Begins a run: returns the first node that must run (plan->count: no node), allocates the images
// that the run writes, and stores the inputs of this run as those of the last run.
int plan_cache_begin(struct plan_cache *cache, const struct plan *plan,
                     const struct plan_cache_moment *moment);

// Ends a run: frees the image from which the run started if it exceeds the budget.
void plan_cache_end(struct plan_cache *cache);

// Returns the cached output of a node; NULL: it is not cached.
struct texture *plan_cache_image(struct plan_cache *cache, int node);
