#pragma once

#include "effects/chain.h"

struct context_info;
struct plan_options;

// The sequence of steps of a plan: the steps of the chain that are on, including those that change
// nothing, and the inserted `encode`.
struct plan_sequence {
    int count;
    struct plan_sequence_item {
        const struct chain_step *step;
        int index; // index in the chain; -1: inserted by the plan
        int cell;  // as in struct effect_site
        bool is_opaque;
        bool is_display_input, is_display_output;
        bool is_identity;
        const void *file; // the file that the step names, set by plan_sequence_check
    } items[CHAIN_MAX_STEPS + 1];
    int height;
    int cell; // side of the cells that the steps so far have made, pixels
    bool is_display, is_opaque;
};

// Returns false with an error if a linear step comes after an encoding one.
bool plan_sequence_make(struct plan_sequence *sequence, const struct chain *chain,
                        const struct plan_options *options, struct error *error);

// Loads the files that its steps name, and checks values that are each in range: lengths in per
// cent may exceed the limit in pixels, and effect_check may reject combinations. Returns false with
// the error.
bool plan_sequence_check(struct plan_sequence *sequence, const struct plan_options *options,
                         struct error *error);

// Returns the site of the implementations of a checked step. The item must outlive the site.
struct effect_site plan_sequence_site(const struct plan_sequence_item *item,
                                      const struct plan_options *options,
                                      const struct context_info *info);
