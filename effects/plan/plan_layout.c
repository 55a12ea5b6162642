#include "effects/plan/plan_layout.h"

#include "effects/effect_impl.h"

const char *const plan_fuse_names[] = { "auto", "fragment", "compute", "off", NULL };

int plan_depth(const struct plan_options *options)
{
    return options->depth > 0 ? options->depth : 8;
}

double plan_invisible_error(const struct plan_options *options)
{
    const bool is_kept_exact = options->format == FORMAT_RGBA32F || options->as_floats ||
                               (!options->linear && plan_depth(options) > 8);
    return is_kept_exact ? 0 : EFFECT_INVISIBLE_ERROR;
}

// Display values are 0..1, where 16-bit integers are more precise than half floats.
enum texture_format plan_node_format(const struct plan *plan, const struct plan_node *node)
{
    const enum texture_format format = plan->options.format;
    const bool is_float = format == FORMAT_RGBA16F || format == FORMAT_R11F_G11F_B10F;
    return node->is_display_output && is_float ? FORMAT_RGBA16 : format;
}

int plan_find_node(const struct plan *plan, const struct chain_step *step)
{
    for (int i = 0; i < plan->count; i++) {
        const struct plan_node *node = &plan->nodes[i];
        if (fused_steps_have(&node->fused, step) || fused_steps_have(&node->before, step) ||
            fused_steps_have(&node->after, step))
            return i;
    }
    return -1;
}

bool plan_has_file(const struct plan *plan, const void *file)
{
    plan_for_each(node, plan) {
        if (node->fused.file == file || node->before.file == file || node->after.file == file)
            return true;
    }
    return false;
}

bool plan_node_is_fused(const struct plan_node *node)
{
    return node->fused.count == 0 || node->fused.steps[0]->effect->pointwise;
}
