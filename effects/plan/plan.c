#include "effects/plan/plan.h"

#include "effects/auto/impl_programs.h"
#include "effects/blur/margin.h"
#include "effects/plan/plan_join.h"
#include "effects/plan/plan_sequence.h"
#include "render/gpu.h"
#include "render/gpu_profile.h"
#include "render/program.h"
#include "render/text/text.h"

#include <stdio.h>

// ---- nodes

// Fused passes are compute or fragment programs, whichever this GPU copies faster with.
static bool fuses_to_compute(const struct plan_options *options, const struct gpu *gpu)
{
    if (options->fuse == PLAN_FUSE_FRAGMENT || options->fuse == PLAN_FUSE_COMPUTE)
        return options->fuse == PLAN_FUSE_COMPUTE;
    if (!gpu->profile)
        return false;
    const double texels = (double) options->width * options->height;
    const struct gpu_profile_kind *fragment = &gpu->profile->fragment;
    const struct gpu_profile_kind *compute = &gpu->profile->compute;
    return compute->dispatch + texels * compute->copy <
           fragment->dispatch + texels * fragment->copy;
}

static bool finish_fused(struct plan *plan, struct plan_node *node, struct gpu *gpu,
                         struct error *error)
{
    char text[FUSE_TEXT_SIZE];
    node->compute = fuses_to_compute(&plan->options, gpu);
    fuse_write_text(&node->fused, node->compute, text);
    const struct program_desc desc = {
        .file = node->compute ? "fused.comp" : "fused.frag",
        // a software renderer would run both sides of the branch
        .defines = node->compute && !gpu->info.software ? "OPAQUE_BRANCH" : NULL,
        .text = text,
    };
    const struct program *program = program_cache_get(&gpu->programs, &desc, error);
    node->programs = program ? program_cache_list(&gpu->programs, &program, 1) : NULL;
    return node->programs;
}

// Gets a program that runs before or after the step's own; sets *program to NULL if it is not
// needed.
static bool get_helper(const char *file, bool is_needed, struct gpu *gpu,
                       const struct program **program, struct error *error)
{
    const struct program_desc desc = { .file = file };
    *program = is_needed ? program_cache_get(&gpu->programs, &desc, error) : NULL;
    return *program || !is_needed;
}

static bool finish_spatial(struct plan *plan, struct plan_node *node, struct gpu *gpu,
                           struct error *error)
{
    const struct chain_step *step = node->fused.steps[0];
    text_copy_cut(step->effect->name, node->label, sizeof(node->label));
    const struct effect_site site = plan_node_site(plan, &gpu->info, node);
    node->impl = plan_find_impl(&plan->options, gpu, &site, error);
    if (!node->impl)
        return false;
    node->programs = impl_programs_get(node->impl, &site, gpu, error);
    if (!node->programs)
        return false;
    node->compute = effect_impl_is_compute(node->impl);
    const bool compute = node->compute;
    return get_helper(compute ? "common/select.comp" : "common/select.frag",
                      chain_step_has_roi(step), gpu, &node->select, error) &&
           get_helper(compute ? "common/shift.comp" : "common/shift.frag",
                      margin_is_copied(node->impl, &site), gpu, &node->shift, error);
}

static bool add_to(struct plan_node *node, const struct plan_sequence_item *item)
{
    return fuse_add(&node->fused, item->step, item->cell, item->file);
}

static void place_item(struct plan *plan, const struct plan_sequence_item *item)
{
    if (item->is_identity) {
        struct plan_identity *identity = &plan->identities[plan->identity_count++];
        identity->step = item->index;
        snprintf(identity->label, sizeof(identity->label), "%s (identity)",
                 item->step->effect->name);
        return;
    }
    struct plan_node *last = plan->count > 0 ? &plan->nodes[plan->count - 1] : NULL;
    const bool may_join = last && plan->options.fuse != PLAN_FUSE_OFF &&
                          item->step->effect->pointwise && last->fused.steps[0]->effect->pointwise;
    if (!may_join || !add_to(last, item)) {
        plan->nodes[plan->count++] =
            (struct plan_node){ .last_step = -1,
                                .is_opaque = item->is_opaque,
                                .is_display_input = item->is_display_input,
                                .fused.is_exact = plan_invisible_error(&plan->options) == 0 };
        add_to(&plan->nodes[plan->count - 1], item);
    }
    struct plan_node *node = &plan->nodes[plan->count - 1];
    node->last_step = item->index;
    node->is_display_output = item->is_display_output;
}

bool plan_build(struct plan *plan, const struct chain *chain, struct gpu *gpu,
                const struct plan_options *options, struct error *error)
{
    struct plan built = { .options = *options };
    struct plan_sequence sequence;
    if (!plan_sequence_make(&sequence, chain, options, error) ||
        !plan_sequence_check(&sequence, options, error))
        return false;
    for (int i = 0; i < sequence.count; i++)
        place_item(&built, &sequence.items[i]);
    if (built.count == 0)
        built.nodes[built.count++] = (struct plan_node){ .last_step = -1 };
    for (int i = 0; i < built.count; i++) {
        struct plan_node *node = &built.nodes[i];
        if (plan_node_is_fused(node))
            fuse_write_label(&node->fused, node->label, sizeof(node->label));
        else if (!finish_spatial(&built, node, gpu, error))
            return false;
    }
    if (!plan_join_runs(&built, gpu, error))
        return false;
    for (int i = 0; i < built.count; i++)
        if (!built.nodes[i].impl && !finish_fused(&built, &built.nodes[i], gpu, error))
            return false;
    *plan = built;
    return true;
}

bool plan_needs_rebuild(const struct chain *a, const struct chain *b)
{
    if (a->count != b->count)
        return true;
    for (int i = 0; i < a->count; i++) {
        const struct chain_step *x = &a->steps[i], *y = &b->steps[i];
        if (x->off != y->off || !fuse_same_text(x, y) ||
            chain_step_palette_size(x) != chain_step_palette_size(y))
            return true;
        // The choice of a spatial step's implementation depends on its parameters.
        if (!x->effect->pointwise && !param_all_equal(x->effect->params, x->params, y->params))
            return true;
    }
    return false;
}
