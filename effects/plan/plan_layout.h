#pragma once

#include "effects/fuse.h"
#include "render/gpu_timer.h"

// The structs of a plan, for the files that build, query and run it.

// The program type of fused pointwise steps. PLAN_FUSE_OFF gives each step a pass of its own.
enum plan_fuse { PLAN_FUSE_AUTO, PLAN_FUSE_FRAGMENT, PLAN_FUSE_COMPUTE, PLAN_FUSE_OFF };
extern const char *const plan_fuse_names[]; // NULL-terminated

enum { PLAN_MAX_NODES = CHAIN_MAX_STEPS + 2 };

struct plan_options {
    int width, height;
    enum texture_format format; // format of the images between the steps
    enum plan_fuse fuse;
    bool linear;    // the output is scene-linear, for .exr, .hdr and .pfm: the plan ends before the
                    // first step that encodes, and inserts no encode
    int depth;      // bits per channel of the target; 0: 8
    int hook_size;  // as in effect_site; 0 means 1
    bool is_opaque; // alpha is 1 in the source
    bool as_floats; // the output is stored as floats, so error=auto allows no error
    // The palettes made from the picture for steps with chain_step_palette_size, indexed by step of
    // the chain; NULL: not known yet. Only plan_build reads them.
    const struct palette *const *palettes;
    // Measured times from plan_measure_impls, by which `auto` chooses if the GPU's profile is not
    // decisive. NULL: only the profile decides. They must outlive the plan.
    const struct impl_times *times;
};

struct plan_node {
    char label[GPU_SCOPE_NAME_SIZE]; // "threshold + saturation", "dual"
    struct fused_steps fused;        // the steps of a fused pass, or the one spatial step
    bool is_opaque;                  // as in effect_site
    bool is_display_input;           // its spatial step reads display values, not linear light
    bool is_display_output;          // its output is display values, not linear light
    const struct effect_impl *impl;  // of a spatial node; NULL: fused
    bool compute;
    int last_step; // step of the chain whose result is the node's output; -1: an inserted encode,
                   // or a copy
    const struct program_list *programs; // of the cache; one for a fused pass
    struct fused_steps before, after;    // runs joined to a spatial step's programs; count 0: none
    const struct program *joined_before, *joined_after;
    const struct program *select; // of a spatial step with a roi: merges that part into its input
    const struct program *shift;  // of a spatial step with a margin: adds it and crops it
};

// A step that leaves the picture unchanged, and does not run.
struct plan_identity {
    char label[GPU_SCOPE_NAME_SIZE]; // "dual (identity)", a scope without passes
    int step;                        // index in the chain
};

struct plan {
    struct plan_options options;
    int count; // never 0: an empty chain copies
    struct plan_node nodes[PLAN_MAX_NODES];
    int identity_count;
    struct plan_identity identities[CHAIN_MAX_STEPS];
};

// Loops over the nodes: plan_for_each(node, &plan) { ... }
#define plan_for_each(node, plan) \
    for (const struct plan_node *node = (plan)->nodes; node < (plan)->nodes + (plan)->count; node++)

// Returns the bits per channel of the picture's target.
int plan_depth(const struct plan_options *options);

// Returns the error that error=auto allows: effect_site.invisible_error.
double plan_invisible_error(const struct plan_options *options);

bool plan_node_is_fused(const struct plan_node *node); // pointwise steps, or a copy

// Returns the index of the node that runs the step, by itself or joined to another; -1: none does.
int plan_find_node(const struct plan *plan, const struct chain_step *step);

// Returns true if a node points to `file`, a result of step_file_read.
bool plan_has_file(const struct plan *plan, const void *file);

// Returns the format of the image that a node writes for the next one.
enum texture_format plan_node_format(const struct plan *plan, const struct plan_node *node);
