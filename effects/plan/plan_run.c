#include "effects/plan/plan_run.h"

#include "effects/blur/margin.h"
#include "effects/plan/plan_cache.h"
#include "effects/plan/plan_site.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/memory.h"

struct node_images {
    const struct texture *source, *input;
    struct texture *output;
    int frame;
    struct plan_cache *cache; // has images, and the states of steps; NULL: there are none
};

static void make_uniforms(const struct plan *plan, const struct fused_steps *run, int frame,
                          struct fuse_uniforms *uniforms)
{
    const struct fuse_context context = {
        .width = plan->options.width,
        .height = plan->options.height,
        .depth = plan_depth(&plan->options),
        .frame = frame,
    };
    fuse_set_uniforms(run, &context, uniforms);
}

// Fills the inputs of steps besides their own texel: source, table, noise.
static void make_inputs(const struct fused_steps *run, struct gpu *gpu,
                        const struct texture *source, struct pass_input inputs[3])
{
    inputs[0].texture = fuse_reads_source(run) ? source : NULL;
    for (int i = run->count - 1; i >= 0; i--) {
        const struct effect *effect = run->steps[i]->effect;
        const struct texture *textures[2] = { NULL };
        if (!effect->textures)
            continue;
        effect->textures(gpu, run->steps[i]->params, run->file, textures);
        inputs[1].texture = textures[0];
        inputs[2].texture = textures[1];
    }
}

static void run_fused(const struct plan *plan, const struct plan_node *node, struct gpu *gpu,
                      const struct node_images *images)
{
    struct fuse_uniforms uniforms;
    make_uniforms(plan, &node->fused, images->frame, &uniforms);
    struct pass pass = {
        .program = node->programs->items[0],
        .inputs = { { images->input } },
        .output = images->output,
        .more_uniforms = uniforms.all,
        .more_count = uniforms.count,
    };
    if (node->compute) {
        const int width = FUSE_GROUP_WIDTH * FUSE_TEXELS, height = FUSE_GROUP_HEIGHT;
        pass.groups[0] = divide_up(images->output->width, width);
        pass.groups[1] = divide_up(images->output->height, height);
    }
    make_inputs(&node->fused, gpu, images->source, &pass.inputs[1]);
    pass_run(gpu, &pass);
}

// Fills and returns `join` if there is a run to join; otherwise returns NULL.
static const struct effect_join *make_join(const struct plan *plan, const struct fused_steps *run,
                                           const struct program *program, struct gpu *gpu,
                                           const struct node_images *images,
                                           struct effect_join *join, struct fuse_uniforms *uniforms)
{
    if (!program)
        return NULL;
    make_uniforms(plan, run, images->frame, uniforms);
    *join = (struct effect_join){ .program = program,
                                  .uniforms = uniforms->all,
                                  .uniform_count = uniforms->count };
    make_inputs(run, gpu, images->source, join->inputs);
    return join;
}

static void run_impl(const struct plan *plan, const struct plan_node *node, struct gpu *gpu,
                     const struct node_images *images)
{
    struct effect_join before, after;
    struct fuse_uniforms before_uniforms, after_uniforms;
    const struct effect_call call = {
        .site = plan_node_site(plan, &gpu->info, node),
        .gpu = gpu,
        .programs = node->programs->items,
        .source = images->source,
        .input = images->input,
        .output = images->output,
        .frame = images->frame,
        .state =
            images->cache && node->last_step >= 0 ? &images->cache->states[node->last_step] : NULL,
        .before = make_join(plan, &node->before, node->joined_before, gpu, images, &before,
                            &before_uniforms),
        .after =
            make_join(plan, &node->after, node->joined_after, gpu, images, &after, &after_uniforms),
    };
    if (node->shift)
        margin_run(node->impl, &call, node->shift);
    else
        node->impl->run(&call);
}

// Runs a spatial step on the whole picture, then merges the part in its roi with its input.
static void run_with_roi(const struct plan *plan, const struct plan_node *node, struct gpu *gpu,
                         const struct node_images *images)
{
    const struct rect part =
        chain_step_texels(node->fused.steps[0], images->output->width, images->output->height);
    struct node_images whole = *images;
    whole.output = texture_pool_acquire(&gpu->pool, images->output->width, images->output->height,
                                        plan_node_format(plan, node));
    run_impl(plan, node, gpu, &whole);
    const struct pass pass = {
        .label = "select",
        .program = node->select,
        .inputs = { { images->input }, { whole.output } },
        .output = images->output,
        .uniforms = { U_VEC4("u_part", part.x0, part.y0, part.x1, part.y1) },
    };
    pass_run(gpu, &pass);
    texture_pool_release(&gpu->pool, whole.output);
}

// Marks the programs and the times of a node as used, so that they are not dropped although its
// passes do not run.
static void mark_node_used(const struct plan_node *node, struct gpu *gpu)
{
    const struct program *const others[] = { node->joined_before, node->joined_after, node->select,
                                             node->shift };
    gpu_timer_add_cached(&gpu->timer, node->label);
    for (int i = 0; i < node->programs->count; i++)
        if (node->programs->items[i])
            program_cache_mark_used(&gpu->programs, node->programs->items[i]);
    for (size_t i = 0; i < ARRAY_COUNT(others); i++)
        if (others[i])
            program_cache_mark_used(&gpu->programs, others[i]);
}

// Adds an empty timer scope for each identity step before step `end`, so that the tree of times
// shows them. `first` is the first entry of plan->identities that has no scope yet; returns the
// next one.
static int add_identity_scopes(const struct plan *plan, struct gpu *gpu, int first, int end)
{
    for (; first < plan->identity_count && plan->identities[first].step < end; first++) {
        gpu_timer_push(&gpu->timer, plan->identities[first].label);
        gpu_timer_pop(&gpu->timer);
    }
    return first;
}

static bool is_from_pool(const struct plan *plan, struct plan_cache *cache, int node)
{
    return node < plan->count - 1 && !(cache && plan_cache_image(cache, node));
}

// Runs the nodes from number `first` on, whose input is cached, between the source and the output
// of the whole plan.
static void run_from(const struct plan *plan, int first, struct gpu *gpu,
                     const struct node_images *of_plan)
{
    struct plan_cache *cache = of_plan->cache;
    struct node_images images = *of_plan;
    int passed = 0;
    if (first > 0)
        images.input = plan_cache_image(cache, first - 1);
    for (int i = 0; i < plan->count; i++) {
        const struct plan_node *node = &plan->nodes[i];
        passed = add_identity_scopes(plan, gpu, passed, node->last_step);
        if (i < first) {
            mark_node_used(node, gpu);
            continue;
        }
        if (i == plan->count - 1)
            images.output = of_plan->output;
        else if (is_from_pool(plan, cache, i))
            images.output =
                texture_pool_acquire(&gpu->pool, of_plan->output->width, of_plan->output->height,
                                     plan_node_format(plan, node));
        else
            images.output = plan_cache_image(cache, i);
        gpu_timer_push(&gpu->timer, node->label);
        if (!node->impl)
            run_fused(plan, node, gpu, &images);
        else if (node->select)
            run_with_roi(plan, node, gpu, &images);
        else
            run_impl(plan, node, gpu, &images);
        pass_copy_to_snapshot(gpu, images.output);
        gpu_timer_pop(&gpu->timer);
        if (i > first && is_from_pool(plan, cache, i - 1))
            texture_pool_release(&gpu->pool, images.input);
        images.input = images.output;
    }
    add_identity_scopes(plan, gpu, passed, CHAIN_MAX_STEPS);
}

void plan_run(const struct plan *plan, struct plan_cache *cache, struct gpu *gpu,
              const struct texture *source, struct texture *output, int frame)
{
    const struct node_images of_plan = { source, source, output, frame, cache };
    if (cache) {
        plan_cache_free_images(cache);
        plan_cache_match_states(cache, plan);
    }
    run_from(plan, 0, gpu, &of_plan);
}

void plan_run_changes(const struct plan *plan, struct plan_cache *cache, struct gpu *gpu,
                      const struct texture *source, struct texture *output, int frame)
{
    const struct node_images of_plan = { source, source, output, frame, cache };
    const struct plan_cache_moment moment = {
        .source = source->id,
        .output = output->id,
        .frame = frame,
        .reloads = gpu->programs.reloads,
    };
    plan_cache_match_states(cache, plan);
    const int first = plan_cache_begin(cache, plan, &moment);
    run_from(plan, first, gpu, &of_plan);
    plan_cache_end(cache);
}
