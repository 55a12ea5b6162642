#include "effects/plan/plan_join.h"

#include "effects/auto/impl_cost.h"
#include "effects/auto/impl_programs.h"
#include "effects/blur/margin.h"
#include "effects/plan/plan_layout.h"
#include "effects/plan/plan_site.h"
#include "render/gpu.h"
#include "render/text/text.h"

#include <stdio.h>
#include <string.h>

// Returns the index of the implementation's program that the run can be joined into; -1: it cannot
// be joined.
static int find_insertion_program(const struct plan *plan, const struct plan_node *node,
                                  struct gpu *gpu, bool before)
{
    if (!node->impl || node->select || plan->options.fuse == PLAN_FUSE_OFF)
        return -1;
    const struct effect_site site = plan_site(plan, &gpu->info, node);
    // Steps joined before a blur cannot produce the content of a mirrored margin at its own border.
    const bool is_mirrored = before && site.margin.edge == EDGE_MIRROR && margin_is_needed(&site);
    if (is_mirrored || margin_is_copied(node->impl, &site))
        return -1;
    const struct impl_joins joins = impl_joins_find(node->impl, &site);
    return before ? joins.before : joins.after;
}

static const struct program *get_joined(const struct plan *plan, const struct plan_node *node,
                                        const struct fused_steps *run, int program, bool before,
                                        struct gpu *gpu, struct error *error)
{
    char text[FUSE_TEXT_SIZE], name[64], defines[IMPL_DEFINES_SIZE];
    const struct effect_site site = plan_site(plan, &gpu->info, node);
    struct program_desc desc = impl_program(node->impl, &site, program, defines);
    fuse_join_text(run, desc.file, before, text);
    snprintf(name, sizeof(name), "joined %s", desc.file);
    desc.file = name;
    desc.text = text;
    return program_cache_get(&gpu->programs, &desc, error);
}

// Joins the run before node `index` into the program that reads the node's input, or the run after
// it into the program that writes its output.
static bool join(struct plan *plan, int index, bool before, struct gpu *gpu, struct error *error)
{
    const int other = before ? index - 1 : index + 1;
    if (other < 0 || other == plan->count)
        return true;
    struct plan_node *node = &plan->nodes[index];
    const struct plan_node *run = &plan->nodes[other];
    const int program = find_insertion_program(plan, node, gpu, before);
    struct fused_steps *steps = before ? &node->before : &node->after;
    const struct program **joined = before ? &node->joined_before : &node->joined_after;
    char label[2 * GPU_SCOPE_NAME_SIZE];
    if (program < 0 || !plan_node_is_fused(run))
        return true;
    *steps = run->run;
    *joined = get_joined(plan, node, steps, program, before, gpu, error);
    if (!*joined)
        return false;
    snprintf(label, sizeof(label), "%s + %s", before ? run->label : node->label,
             before ? node->label : run->label);
    text_copy_cut(label, node->label, GPU_SCOPE_NAME_SIZE);
    if (!before) {
        node->last_step = run->last_step;
        node->puts_out_display = run->puts_out_display;
    }
    plan->count--;
    memmove(&plan->nodes[other], &plan->nodes[other + 1],
            (size_t) (plan->count - other) * sizeof(plan->nodes[0]));
    return true;
}

// Runs that follow a spatial step are joined first, because a join to an output is exact for every
// step.
bool plan_join_runs(struct plan *plan, struct gpu *gpu, struct error *error)
{
    for (int i = 0; i < plan->count; i++)
        if (!join(plan, i, false, gpu, error))
            return false;
    for (int i = plan->count - 1; i >= 0; i--)
        if (!join(plan, i, true, gpu, error))
            return false;
    return true;
}
