#pragma once

#include "effects/auto/impl_times.h"
#include "effects/fuse.h"

// What a plan is made of, for the files that make it, ask it and run it.

struct palette;

// How neighbouring pointwise steps become passes; off gives each step its own.
enum plan_fuse { PLAN_FUSE_AUTO, PLAN_FUSE_FRAGMENT, PLAN_FUSE_COMPUTE, PLAN_FUSE_OFF };
extern const char *const plan_fuse_names[]; // NULL-terminated

enum { PLAN_MAX_NODES = CHAIN_MAX_STEPS + 2 };

struct plan_options {
    int width, height;
    enum texture_format format; // of the images between the steps
    enum plan_fuse fuse;
    bool linear; // stop before the first step that encodes, insert no encode: for .exr, .hdr, .pfm
    int depth;   // bits a channel of the target; 0: 8
    int hook_size;  // as of effect_site; 0 means 1
    bool as_floats; // the result is kept in floats, so error=auto allows nothing
    // The palettes that steps want of the picture (effect.colours_wanted), by their places in the
    // chain; NULL: they are not known yet. Only plan_build reads them.
    const struct palette *const *palettes;
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
    struct plan_node nodes[PLAN_MAX_NODES];
    int identity_count;
    struct plan_identity identities[CHAIN_MAX_STEPS];
};

// Bits a channel of the picture's target.
int plan_depth(const struct plan_options *options);

// What error=auto allows: effect_site.unseen.
double plan_unseen(const struct plan_options *options);

bool plan_node_is_fused(const struct plan_node *node); // pointwise steps, or a copy

// Whether the node runs the step, by itself or joined to another.
bool plan_node_has(const struct plan_node *node, const struct chain_step *step);

// Whether a node has what a file of a step holds: a plan's pointers to what step_file_read gave.
bool plan_has_file(const struct plan *plan, const void *file);

// The format of the image that a node puts out for the next one.
enum texture_format plan_node_format(const struct plan *plan, const struct plan_node *node);
