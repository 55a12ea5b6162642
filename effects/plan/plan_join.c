#include "effects/plan/plan_join.h"

#include "effects/auto/impl_programs.h"
#include "effects/blur/margin.h"
#include "effects/plan/plan_site.h"

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
    int (*program)(const struct effect_site *) =
        before ? node->impl->input_program : node->impl->output_program;
    // Steps joined before a blur cannot produce the content of a mirrored margin at its own border.
    const bool is_mirrored = before && site.margin.edge == EDGE_MIRROR && margin_is_needed(&site);
    return program && !is_mirrored && !margin_is_copied(node->impl, &site) ? program(&site) : -1;
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

static void join_labels(char *label, const char *first, const char *second)
{
    char joined[2 * GPU_SCOPE_NAME_SIZE];
    snprintf(joined, sizeof(joined), "%s + %s", first, second);
    snprintf(label, GPU_SCOPE_NAME_SIZE, "%.*s", GPU_SCOPE_NAME_SIZE - 1, joined);
}

static void remove_node(struct plan *plan, int index)
{
    plan->count--;
    memmove(&plan->nodes[index], &plan->nodes[index + 1],
            (size_t) (plan->count - index) * sizeof(plan->nodes[0]));
}

// Joins the run before node `index` into the program that reads the node's input.
static bool join_before(struct plan *plan, int index, struct gpu *gpu, struct error *error)
{
    struct plan_node *node = &plan->nodes[index];
    const int program = find_insertion_program(plan, node, gpu, true);
    const struct plan_node *run = node - 1;
    if (index == 0 || program < 0 || !plan_node_is_fused(run))
        return true;
    node->before = run->run;
    node->joined_before = get_joined(plan, node, &node->before, program, true, gpu, error);
    if (!node->joined_before)
        return false;
    join_labels(node->label, run->label, node->label);
    remove_node(plan, index - 1);
    return true;
}

// Joins the run after node `index` into the program that writes its output.
static bool join_after(struct plan *plan, int index, struct gpu *gpu, struct error *error)
{
    struct plan_node *node = &plan->nodes[index];
    const int program = find_insertion_program(plan, node, gpu, false);
    const struct plan_node *run = node + 1;
    if (index == plan->count - 1 || program < 0 || !plan_node_is_fused(run))
        return true;
    node->after = run->run;
    node->joined_after = get_joined(plan, node, &node->after, program, false, gpu, error);
    if (!node->joined_after)
        return false;
    join_labels(node->label, node->label, run->label);
    node->last_step = run->last_step;
    node->puts_out_display = run->puts_out_display;
    remove_node(plan, index + 1);
    return true;
}

// Runs that follow a spatial step are joined first, because a join to an output is exact for every
// step.
bool plan_join_runs(struct plan *plan, struct gpu *gpu, struct error *error)
{
    for (int i = 0; i < plan->count; i++)
        if (!join_after(plan, i, gpu, error))
            return false;
    for (int i = plan->count - 1; i >= 0; i--)
        if (!join_before(plan, i, gpu, error))
            return false;
    return true;
}
