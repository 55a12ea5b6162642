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

// Joins the run before node `index` into the program that reads the node's input, or the run after
// it into the program that writes its output.
static bool join(struct plan *plan, int index, bool before, struct gpu *gpu, struct error *error)
{
    const int other = before ? index - 1 : index + 1;
    struct plan_node *node = &plan->nodes[index];
    if (other < 0 || other == plan->count || !node->impl || node->select ||
        plan->options.fuse == PLAN_FUSE_OFF)
        return true;
    const struct plan_node *run = &plan->nodes[other];
    const struct effect_site site = plan_node_site(plan, &gpu->info, node);
    // Steps joined before a blur cannot produce the content of a mirrored margin at its own border.
    const bool is_mirrored = before && site.margin.edge == EDGE_MIRROR && margin_is_needed(&site);
    if (!plan_node_is_fused(run) || is_mirrored || margin_is_copied(node->impl, &site))
        return true;
    const struct impl_joins joins = impl_joins_find(node->impl, &site);
    const int program = before ? joins.before : joins.after;
    if (program < 0)
        return true;
    char text[FUSE_TEXT_SIZE], name[64], defines[IMPL_DEFINES_SIZE];
    struct fused_steps *steps = before ? &node->before : &node->after;
    struct program_desc desc = impl_program(node->impl, &site, program, defines);
    *steps = run->fused;
    fuse_write_joined_text(steps, desc.file, before, text);
    snprintf(name, sizeof(name), "joined %s", desc.file);
    desc.file = name;
    desc.text = text;
    const struct program **joined = before ? &node->joined_before : &node->joined_after;
    *joined = program_cache_get(&gpu->programs, &desc, error);
    if (!*joined)
        return false;
    char label[2 * GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "%s + %s", before ? run->label : node->label,
             before ? node->label : run->label);
    text_copy_cut(label, node->label, GPU_SCOPE_NAME_SIZE);
    if (!before) {
        node->last_step = run->last_step;
        node->is_display_output = run->is_display_output;
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
