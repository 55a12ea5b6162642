#pragma once

#include "effects/plan/plan_layout.h"

// The images between the nodes of a plan, kept from run to run, with what they were made by. While
// time stands still only the nodes from the first changed one on need to run again.

// What a run is made of besides the plan. Another number anywhere: nothing is kept.
struct plan_kept_moment {
    unsigned source, output; // GL names
    int frame;
    unsigned reloads; // of the program cache
};

struct plan_kept { // zeroed: nothing is kept
    // Bytes of the images. Where they are too many, the one before the first node that changed last
    // is kept, then those of the last nodes. 0: PLAN_KEPT_BUDGET.
    size_t budget;
    int changed;                           // the first node that changed last
    struct texture images[PLAN_MAX_NODES]; // what the nodes put out; id 0: not kept. Owned

    // The last run. Its nodes' steps follow one another in `steps`, since a step's values change in
    // place.
    bool is_there;
    struct plan_kept_moment moment;
    struct plan plan;
    struct chain_step steps[CHAIN_MAX_STEPS + 1];

    // What each step of the chain has left for its next frame, and which effect it was.
    const struct effect *effects[CHAIN_MAX_STEPS];
    struct effect_state states[CHAIN_MAX_STEPS];
};

enum { PLAN_KEPT_BUDGET = 256 << 20 }; // three images of 3840x2160 in rgba16f, fifteen of 1920x1080

void plan_kept_finish(struct plan_kept *kept);

// Lets go of the images alone: steps go on from their states.
void plan_kept_drop(struct plan_kept *kept);

// Lets that step of the chain begin anew, and the next run be a whole one.
void plan_kept_begin_anew(struct plan_kept *kept, int step);

// Lets all steps begin anew where the chain has other steps than in the last run.
void plan_kept_follow(struct plan_kept *kept, const struct plan *plan);

// Makes the next run a whole one.
void plan_kept_forget(struct plan_kept *kept);

// Begins a run: returns the first node that must run, plan->count for none, and makes the images
// that it is to write ready. What this run is made of is then the last run's.
int plan_kept_begin(struct plan_kept *kept, const struct plan *plan,
                    const struct plan_kept_moment *moment);

// Ends it: lets go of an image that the run began from and the budget has no room for.
void plan_kept_end(struct plan_kept *kept);

// The image that a node puts out; NULL where it is not kept.
struct texture *plan_kept_image(struct plan_kept *kept, int node);
