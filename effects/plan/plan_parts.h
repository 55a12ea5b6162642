#pragma once

#include "effects/auto/impl_times.h"
#include "effects/plan/plan.h"

// What the files of the plan are to each other: plan.c lays the nodes out, plan_impl.c chooses
// implementations, plan_join.c joins runs to spatial steps, plan_run.c runs.

// Bits a channel of the picture's target.
int plan_depth(const struct plan *plan);

// Where a spatial step's implementations are to work.
struct effect_site plan_site(const struct plan *plan, const struct context_info *info,
                             const struct chain_step *step);

// The one that the step names, if it fits; for auto the cheapest exact one that fits, by the GPU's
// profile and by timing those that it cannot tell apart, or the first without a profile. NULL with
// an error when none does.
const struct effect_impl *plan_find_impl(const struct plan *plan, struct gpu *gpu,
                                         const struct chain_step *step, struct error *error);

// What implementations are told apart by when they were timed: "dual rgba16f size=142 sigma=108".
void plan_time_key(const struct effect *effect, const struct effect_site *site,
                   char key[static IMPL_TIMES_KEY_SIZE]);

// What an implementation took when it was timed under that key, for a site of which the profile
// foretells `model`; 0 where it has not been. Nanoseconds.
double plan_recall_time(const struct impl_times *times, const char *key,
                        const struct effect_impl *impl, double model);

// Fills in what rows, up to PLAN_TIMED and the cheapest first, take: from options.times, or by
// running as many as its budget allows. Returns how many of the first are known. Outside a frame.
enum { PLAN_TIMED = 6 };
int plan_time_rows(const struct plan *plan, struct gpu *gpu, const struct chain_step *step,
                   struct plan_candidate rows[], int count);

// A program of the implementation with the defines that depend on the site. `defines` is where they
// are written.
enum { PLAN_DEFINES_SIZE = 2 * EFFECT_DEFINES_SIZE };
struct program_desc plan_vary(const struct effect_impl *impl, const struct effect_site *site,
                              int program, char defines[static PLAN_DEFINES_SIZE]);

// All programs of the implementation.
bool plan_get_impl_programs(const struct effect_impl *impl, const struct effect_site *site,
                            struct gpu *gpu, const struct program *programs[], struct error *error);

bool plan_node_is_fused(const struct plan_node *node); // pointwise steps, or a copy

// Joins what can be joined, and takes its nodes out of the plan. Fused nodes have their labels,
// spatial ones their implementations.
bool plan_join_runs(struct plan *plan, struct gpu *gpu, struct error *error);
