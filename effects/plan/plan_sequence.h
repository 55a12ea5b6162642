#pragma once

#include "effects/plan/plan_layout.h"

// Which steps of a chain run, and where light is encoded: the steps with what the plan puts in, and
// those that change nothing.
struct plan_sequence {
    int count;
    struct plan_sequence_item {
        const struct chain_step *step;
        int index; // in the chain; -1: put in by the plan
        int cell;  // as of struct effect_site
        bool takes_display, puts_out_display;
        bool is_identity;
        const void *file; // that the step names, once it was checked: as of struct effect_site
    } items[CHAIN_MAX_STEPS + 1];
    int height;
    int cell; // side of the cells made so far
    bool is_display;
};

// False with an error where a step works on light that is none any more.
bool plan_sequence_make(struct plan_sequence *sequence, const struct chain *chain,
                        const struct plan_options *options, struct error *error);

// Reads the files that its steps name, and says what is wrong with values that are each in
// range: lengths in per cent of a high picture, and effect_check.
bool plan_sequence_check(struct plan_sequence *sequence, const struct plan_options *options,
                         struct error *error);

// Where the implementations of a step work that has been checked. The item must outlive the site.
struct effect_site plan_sequence_site(const struct plan_sequence_item *item,
                                      const struct plan_options *options,
                                      const struct context_info *info);
