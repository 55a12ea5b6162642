#pragma once

#include "effects/auto/impl_choice.h"
#include "effects/plan/plan_layout.h"

// Where the implementations of a plan's spatial steps work, and what is expected of them there.

// For a step that has these cells and light, and no file.
struct effect_site plan_make_site(const struct plan_options *options,
                                  const struct context_info *info, const struct chain_step *step,
                                  int cell, bool takes_display);

// For a node that is a spatial step. The node must outlive the site.
struct effect_site plan_site(const struct plan *plan, const struct context_info *info,
                             const struct plan_node *node);

// What is expected of one implementation there, and the list of those that may be taken, as
// impl_choice.h says.
bool plan_estimate(const struct plan *plan, const struct gpu *gpu, const struct plan_node *node,
                   const struct effect_impl *impl, struct impl_estimate *estimate,
                   char why[EFFECT_WHY_SIZE]);

// What each resource needs for the node by itself, by what the implementation that it has reads and
// computes. False where there is no profile, or the node is fused: its work is not counted.
bool plan_roofs(const struct plan *plan, const struct gpu *gpu, const struct plan_node *node,
                struct impl_roofs *roofs);

int plan_list_candidates(const struct plan *plan, const struct gpu *gpu,
                         const struct plan_node *node,
                         struct impl_candidate candidates[IMPL_MAX_CANDIDATES],
                         char why[EFFECT_WHY_SIZE]);
