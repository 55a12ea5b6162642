#pragma once

#include "effects/auto/impl_choice.h"
#include "effects/fuse.h"

// A chain made ready to run. Neighbouring pointwise steps have become one pass, or part of a
// spatial step's first or last pass; every spatial step has its implementation and programs,
// `encode` stands where linear light meets the display. It owns nothing: it points into the chain
// and the program cache, so turning a parameter shows at once; adding, removing or switching a
// step, changing an implementation or the size needs a new plan.

// How neighbouring pointwise steps become passes; off gives each step its own.
enum plan_fuse { PLAN_FUSE_AUTO, PLAN_FUSE_FRAGMENT, PLAN_FUSE_COMPUTE, PLAN_FUSE_OFF };
extern const char *const plan_fuse_names[]; // NULL-terminated

struct plan_options {
    int width, height;
    enum texture_format format; // of the images between the steps
    enum plan_fuse fuse;
    bool linear; // stop before the first step that encodes, insert no encode: for .hdr and .pfm
    int depth;   // bits a channel of the target; 0: 8
    // By which `auto` chooses where the GPU's profile cannot tell: plan_time fills them. NULL: by
    // the profile alone. Must outlive the plan.
    const struct impl_times *times;
};

struct plan_node {
    char label[GPU_SCOPE_NAME_SIZE]; // "threshold + saturation", "dual"
    struct fuse_run run;             // a fused pass, or one spatial step
    bool takes_display;              // its spatial step gets display values, not linear light
    bool puts_out_display;           // display values, not linear light
    const struct effect_impl *impl;  // spatial; NULL: fused
    bool compute;
    int last_step; // of the chain, whose result the node puts out; -1: an encode that was put in, a
                   // copy
    const struct program *programs[EFFECT_MAX_PROGRAMS];
    struct fuse_run before, after; // runs joined to a spatial step's programs; count 0: none
    const struct program *joined_before, *joined_after;
    const struct program *select; // spatial step with a roi: puts the part into its input
    const struct program *shift;  // spatial step with a margin: to it and back
};

// A step that leaves the picture as it is, and is left out.
struct plan_identity {
    char label[GPU_SCOPE_NAME_SIZE]; // "dual (identity)", a scope without passes
    int step;                        // of the chain
};

struct plan {
    struct plan_options options;
    int count; // never 0: an empty chain copies
    struct plan_node nodes[CHAIN_MAX_STEPS + 2];
    int identity_count;
    struct plan_identity identities[CHAIN_MAX_STEPS];
};

// Compiles, and draws nothing. False, and `plan` unchanged, when a shader does not compile, a step
// stands where its light is not what it works on, an implementation does not fit this GPU and size,
// or values are wrong together.
bool plan_build(struct plan *plan, const struct chain *chain, struct gpu *gpu,
                const struct plan_options *options, struct error *error);

// Whether a change from `a` to `b` needs a new plan (or only shows through the pointers of the old
// one).
bool plan_needs_rebuild(const struct chain *a, const struct chain *b);

// Inside a frame. Source and output belong to the caller and have the plan's size.
void plan_run(const struct plan *plan, struct gpu *gpu, const struct texture *source,
              struct texture *output, int frame);

// Times, for plan_build to choose by, the implementations of the chain's steps that the profile
// cannot tell apart. Compiles and draws: outside a frame, as far as the budget of `times` goes.
void plan_time(const struct chain *chain, struct gpu *gpu, const struct plan_options *options,
               struct impl_times *times);

// Where the implementations of a node that is a spatial step work.
struct effect_site plan_site(const struct plan *plan, const struct context_info *info,
                             const struct plan_node *node);

// Whether the implementation that a step of the chain names fits, or any where it names none.
bool plan_impl_fits(const struct chain *chain, int step, const struct gpu *gpu,
                    const struct plan_options *options);

// What is expected of one of them, and the list of those that may be taken, as impl_choice.h says.
bool plan_estimate(const struct plan *plan, const struct gpu *gpu, const struct plan_node *node,
                   const struct effect_impl *impl, struct impl_estimate *estimate,
                   char why[EFFECT_WHY_SIZE]);
int plan_list_candidates(const struct plan *plan, const struct gpu *gpu,
                         const struct plan_node *node,
                         struct impl_candidate candidates[IMPL_MAX_CANDIDATES],
                         char why[EFFECT_WHY_SIZE]);
