#include "effects/plan/plan_site.h"

#include "effects/blur/margin.h"
#include "effects/plan/plan_layout.h"
#include "render/gpu.h"

struct effect_site plan_step_site(const struct plan_options *options,
                                  const struct context_info *info, const struct chain_step *step,
                                  int cell, bool is_display_input)
{
    const struct margin margin =
        margin_of_step(step->effect, step->params, options->width, options->height, info);
    return (struct effect_site){
        .info = info,
        .effect = step->effect,
        .params = step->params,
        .width = options->width + 2 * margin.x,
        .height = options->height + 2 * margin.y,
        .margin = margin,
        .format = options->format,
        .depth = plan_depth(options),
        .invisible_error = plan_invisible_error(options),
        .cell = cell,
        .hook_size = options->hook_size > 0 ? options->hook_size : 1,
        .is_display_input = is_display_input,
    };
}

struct effect_site plan_node_site(const struct plan *plan, const struct context_info *info,
                                  const struct plan_node *node)
{
    struct effect_site site = plan_step_site(&plan->options, info, node->fused.steps[0],
                                             node->fused.cells[0], node->is_display_input);
    site.file = node->fused.file;
    site.is_opaque = node->is_opaque;
    return site;
}

static struct impl_chooser chooser_of(const struct plan_options *options, const struct gpu *gpu)
{
    return (struct impl_chooser){ gpu->profile, options->times };
}

const struct effect_impl *plan_find_impl(const struct plan_options *options, const struct gpu *gpu,
                                         const struct effect_site *site, struct error *error)
{
    struct error why = { .text = "" };
    const struct effect *effect = site->effect;
    const struct effect_impl *named = effect_named_impl(effect, site->params);
    if (named && impl_fits(named, site, NULL, &why))
        return named;
    if (named) {
        error_set(error, "%s:impl=%s does not fit: %s", effect->name, named->name, why.text);
        return NULL;
    }
    const struct impl_chooser chooser = chooser_of(options, gpu);
    const struct effect_impl *impl = impl_choose(&chooser, site, &why);
    if (!impl && effect->file.path) // the reason names the file
        *error = why;
    else if (!impl)
        error_set(error, "%s: no implementation fits this GPU and size: %s", effect->name,
                  why.text);
    return impl;
}

bool plan_estimate(const struct plan *plan, const struct gpu *gpu, const struct plan_node *node,
                   const struct effect_impl *impl, struct impl_estimate *estimate,
                   struct error *why)
{
    const struct impl_chooser chooser = chooser_of(&plan->options, gpu);
    const struct effect_site site = plan_node_site(plan, &gpu->info, node);
    return impl_estimate(&chooser, impl, &site, estimate, why);
}

bool plan_roofs(const struct plan *plan, const struct gpu *gpu, const struct plan_node *node,
                struct impl_roofs *roofs)
{
    if (!gpu->profile || !node->impl)
        return false;
    const struct effect_site site = plan_node_site(plan, &gpu->info, node);
    struct cost cost;
    impl_cost_count(node->impl, &site, &cost);
    *roofs = impl_roofs(node->impl, &site, &cost, gpu->profile);
    return true;
}

int plan_list_candidates(const struct plan *plan, const struct gpu *gpu,
                         const struct plan_node *node,
                         struct impl_candidate candidates[IMPL_MAX_CANDIDATES], struct error *why)
{
    const struct impl_chooser chooser = chooser_of(&plan->options, gpu);
    const struct effect_site site = plan_node_site(plan, &gpu->info, node);
    return impl_list_candidates(&chooser, &site, candidates, why);
}
