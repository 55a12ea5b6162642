#pragma once

#include "effects/plan.h"

// What the files of the plan are to each other: plan.c lays the nodes out, plan_impl.c chooses
// implementations, plan_join.c joins runs to spatial steps, plan_run.c runs.

// What an implementation is told before there are images.
struct effect_call plan_describe_call(const struct plan *plan, const struct gpu *gpu,
                                      const struct chain_step *step,
                                      const struct effect_impl *impl);

// The one that the step names, if it fits; for auto the cheapest exact one that fits by the GPU's
// profile, or the first without a profile. NULL with an error when none does.
const struct effect_impl *plan_find_impl(const struct plan *plan, const struct gpu *gpu,
                                         const struct chain_step *step, struct error *error);

const struct program *plan_get_program(struct gpu *gpu, const struct program_desc *desc,
                                       struct error *error);

// A program of the call's implementation with the defines that depend on the call. `defines` is
// where they are written.
enum { PLAN_DEFINES_SIZE = 2 * EFFECT_DEFINES_SIZE };
struct program_desc plan_vary(const struct effect_call *call, int program,
                              char defines[static PLAN_DEFINES_SIZE]);

bool plan_node_is_fused(const struct plan_node *node); // pointwise steps, or a copy

// Whether plan->options.cut ends a pass here.
bool plan_ends_with_cut(const struct plan *plan, const struct plan_node *node);

// Joins what can be joined, and takes its nodes out of the plan. Fused nodes have their labels,
// spatial ones their implementations.
bool plan_join_runs(struct plan *plan, struct gpu *gpu, struct error *error);
