#pragma once

#include "effects/auto/impl_times.h"
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
    // By which `auto` chooses where the GPU's profile cannot tell; plan_build runs rows, outside a
    // frame, as far as its budget goes. NULL: by the profile alone. Must outlive the plan.
    struct impl_times *times;
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

// False, and `plan` unchanged, when a shader does not compile, a step stands where its light is not
// what it works on, an implementation does not fit this GPU and size, or values are wrong together.
bool plan_build(struct plan *plan, const struct chain *chain, struct gpu *gpu,
                const struct plan_options *options, struct error *error);

// Whether a change from `a` to `b` needs a new plan (or only shows through the pointers of the old
// one).
bool plan_needs_rebuild(const struct chain *a, const struct chain *b);

// Inside a frame. Source and output belong to the caller and have the plan's size.
void plan_run(const struct plan *plan, struct gpu *gpu, const struct texture *source,
              struct texture *output, int frame);

// What one row of a step's effect is expected to take, by which `auto` chooses. Nanoseconds.
struct plan_forecast {
    double model; // by its cost and the GPU's profile; 0 without a profile
    double timed; // by having run it, at this size or one near; 0: has not been
};

// False with the reason (if asked for) where it does not fit.
bool plan_foretell(const struct plan *plan, const struct gpu *gpu, const struct chain_step *step,
                   const struct effect_impl *impl, struct plan_forecast *forecast,
                   char why[EFFECT_WHY_SIZE]);

// A row that `auto` may take: exact, and it fits.
struct plan_candidate {
    const struct effect_impl *impl;
    struct plan_forecast forecast;
    bool shares; // reads shared memory
};

// All of a step's effect, the cheapest by the profile first, or without one in the order of the
// table. Returns how many; `why` says what is in the way of the last that does not fit.
enum { PLAN_MAX_CANDIDATES = 64 };
int plan_list_candidates(const struct plan *plan, const struct gpu *gpu,
                         const struct chain_step *step,
                         struct plan_candidate rows[PLAN_MAX_CANDIDATES],
                         char why[EFFECT_WHY_SIZE]);
