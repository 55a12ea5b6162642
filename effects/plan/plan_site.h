#pragma once

#include "effects/auto/impl_choice.h"
#include "effects/effect_impl.h"

struct chain_step;
struct gpu;
struct plan;
struct plan_node;
struct plan_options;

// The sites of the implementations of a plan's spatial steps, and their estimated times.

// Returns the site of a step with these cells and this input, without a file.
struct effect_site plan_step_site(const struct plan_options *options,
                                  const struct context_info *info, const struct chain_step *step,
                                  int cell, bool is_display_input);

// Returns the site of a node that is a spatial step. The node must outlive the site.
struct effect_site plan_node_site(const struct plan *plan, const struct context_info *info,
                                  const struct plan_node *node);

// Returns the implementation that the step of a site names, if it fits, or the one that `auto`
// chooses. NULL: none fits, for the reason in the error.
const struct effect_impl *plan_find_impl(const struct plan_options *options, const struct gpu *gpu,
                                         const struct effect_site *site, struct error *error);

// Like impl_estimate, for an implementation at the site of a node.
bool plan_estimate(const struct plan *plan, const struct gpu *gpu, const struct plan_node *node,
                   const struct effect_impl *impl, struct impl_estimate *estimate,
                   struct error *why);

// Like impl_roofs, for the implementation of a spatial node. Returns false if the GPU has no
// profile or the node is fused, since the work of fused nodes is not counted.
bool plan_roofs(const struct plan *plan, const struct gpu *gpu, const struct plan_node *node,
                struct impl_roofs *roofs);

int plan_list_candidates(const struct plan *plan, const struct gpu *gpu,
                         const struct plan_node *node,
                         struct impl_candidate candidates[IMPL_MAX_CANDIDATES], struct error *why);
