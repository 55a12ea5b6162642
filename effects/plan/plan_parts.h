#pragma once

#include "effects/plan/plan.h"

// What the files of the plan are to each other: plan.c lays the nodes out, plan_sequence.c says
// which steps run, plan_site.c where their implementations work, plan_join.c joins runs to spatial
// steps, plan_run.c runs.

// The steps of a chain that run, with what the plan puts in, and those that change nothing.
struct plan_sequence {
    int count;
    struct plan_sequence_item {
        const struct chain_step *step;
        int index; // in the chain; -1: put in by the plan
        int cell;  // as of struct effect_site
        bool takes_display, puts_out_display;
        bool is_identity;
    } items[CHAIN_MAX_STEPS + 1];
    int height;
    int cell; // side of the cells made so far
    bool is_display;
};

// False with an error where a step works on light that is none any more.
bool plan_sequence_make(struct plan_sequence *sequence, const struct chain *chain,
                        const struct plan_options *options, struct error *error);

// Bits a channel of the picture's target.
int plan_depth(const struct plan_options *options);

// Where the implementations of a spatial step work that has these cells and light.
struct effect_site plan_make_site(const struct plan_options *options,
                                  const struct context_info *info, const struct chain_step *step,
                                  int cell, bool takes_display);

bool plan_node_is_fused(const struct plan_node *node); // pointwise steps, or a copy

// Joins what can be joined, and takes its nodes out of the plan. Fused nodes have their labels,
// spatial ones their implementations.
bool plan_join_runs(struct plan *plan, struct gpu *gpu, struct error *error);
