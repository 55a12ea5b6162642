#include "effects/plan.h"

#include "render/gpu_profile.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

extern const struct effect effect_encode;

// Stands where linear light meets the display and the chain itself does not encode.
static const struct chain_step encode_step = {
    .effect = &effect_encode,
    .roi = { 0, 0, 1, 1 },
};

// ---- which steps run, and where light is encoded

struct sequence {
    int count;
    struct sequence_item {
        const struct chain_step *step;
        int index; // in the chain; -1: put in here
    } items[CHAIN_MAX_STEPS + 1];
    bool is_display;
};

static void append(struct sequence *sequence, const struct chain_step *step, int index)
{
    sequence->items[sequence->count++] = (struct sequence_item){ step, index };
    if (step->effect->colour != COLOUR_LINEAR)
        sequence->is_display = true;
}

static const char *last_encoder(const struct sequence *sequence)
{
    for (int i = sequence->count - 1; i >= 0; i--)
        if (sequence->items[i].step->effect->colour == COLOUR_ENCODES)
            return sequence->items[i].step->effect->name;
    return "encode";
}

static bool make_sequence(struct sequence *sequence, const struct chain *chain, bool linear,
                          struct error *error)
{
    for (int i = 0; i < chain->count; i++) {
        const struct chain_step *step = &chain->steps[i];
        const enum colour_state colour = step->effect->colour;
        if (step->off)
            continue;
        if (linear && colour != COLOUR_LINEAR)
            return true;
        if (sequence->is_display && colour != COLOUR_DISPLAY)
            return error_set(error,
                             "step %d: %s works on linear light, but %s before it has encoded; "
                             "move it before %s",
                             i + 1, step->effect->name, last_encoder(sequence),
                             last_encoder(sequence));
        if (!sequence->is_display && colour == COLOUR_DISPLAY)
            append(sequence, &encode_step, -1);
        append(sequence, step, i);
    }
    if (!linear && !sequence->is_display)
        append(sequence, &encode_step, -1);
    return true;
}

// ---- which implementation

static struct effect_call describe_call(const struct plan *plan, const struct gpu *gpu,
                                        const struct chain_step *step,
                                        const struct effect_impl *impl)
{
    return (struct effect_call){
        .gpu = (struct gpu *) gpu,
        .params = step->params,
        .impl = impl,
        .width = plan->options.width,
        .height = plan->options.height,
        .format = plan->options.format,
    };
}

static bool impl_fits(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    return !call->impl->fits || call->impl->fits(call, why);
}

// Nanoseconds by the GPU's profile.
static double foretell(const struct effect_call *call)
{
    const struct gpu_profile *profile = call->gpu->profile;
    const struct gpu_profile_kind *kind =
        call->impl->compute ? &profile->compute : &profile->fragment;
    struct cost cost = { 0 };
    call->impl->cost(call, &cost);
    return cost.passes * kind->dispatch + cost.texels * kind->texel +
           cost.bilinear * kind->bilinear + cost.stores * (kind->copy - kind->texel);
}

// The cheapest exact row that fits, or the first without a profile. NULL when none does.
static const struct effect_impl *choose_impl(const struct plan *plan, const struct gpu *gpu,
                                             const struct chain_step *step,
                                             char why[EFFECT_WHY_SIZE])
{
    const struct effect_impl *best = NULL;
    double least = 0;
    for (const struct effect_impl *impl = step->effect->impls; impl->name; impl++) {
        const struct effect_call call = describe_call(plan, gpu, step, impl);
        if (impl->error > 0 || !impl_fits(&call, why))
            continue;
        if (!gpu->profile)
            return impl;
        const double time = foretell(&call);
        if (!best || time < least) {
            best = impl;
            least = time;
        }
    }
    return best;
}

static const struct effect_impl *find_impl(const struct plan *plan, const struct gpu *gpu,
                                           const struct chain_step *step, struct error *error)
{
    char why[EFFECT_WHY_SIZE] = "";
    const struct effect *effect = step->effect;
    const int wanted = chain_step_impl(step);
    if (wanted == 0) {
        const struct effect_impl *impl = choose_impl(plan, gpu, step, why);
        if (!impl)
            error_set(error, "%s: no implementation fits this GPU and size: %s", effect->name, why);
        return impl;
    }
    const struct effect_impl *impl = &effect->impls[wanted - 1];
    const struct effect_call call = describe_call(plan, gpu, step, impl);
    if (impl_fits(&call, why))
        return impl;
    error_set(error, "%s:impl=%s does not fit: %s", effect->name, impl->name, why);
    return NULL;
}

// ---- nodes

static const struct program *get_program(struct gpu *gpu, const struct program_desc *desc,
                                         struct error *error)
{
    const struct program *program = program_cache_get(&gpu->programs, desc);
    if (!program)
        *error = gpu->programs.error;
    return program;
}

// Fused passes run where this GPU copies faster.
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
    fuse_label(&node->run, node->label, sizeof(node->label));
    fuse_text(&node->run, node->compute, text);
    const struct program_desc desc = {
        .file = node->compute ? "fused.comp" : "fused.frag",
        .text = text,
    };
    node->programs[0] = get_program(gpu, &desc, error);
    return node->programs[0];
}

static bool finish_spatial(struct plan *plan, struct plan_node *node, struct gpu *gpu,
                           struct error *error)
{
    const struct chain_step *step = node->run.steps[0];
    snprintf(node->label, sizeof(node->label), "%s", step->effect->name);
    node->impl = find_impl(plan, gpu, step, error);
    if (!node->impl)
        return false;
    node->compute = node->impl->compute;
    for (int i = 0; node->impl->programs[i].file; i++) {
        assert(i < EFFECT_MAX_PROGRAMS);
        node->programs[i] = get_program(gpu, &node->impl->programs[i], error);
        if (!node->programs[i])
            return false;
    }
    const struct program_desc select = { .file = node->compute ? "select.comp" : "select.frag" };
    node->select = chain_step_has_roi(step) ? get_program(gpu, &select, error) : NULL;
    return node->select || !chain_step_has_roi(step);
}

static bool joins_last(const struct plan *plan, const struct sequence_item *item)
{
    if (plan->count == 0 || plan->options.fuse == PLAN_FUSE_OFF)
        return false;
    const struct plan_node *last = &plan->nodes[plan->count - 1];
    const bool is_cut = plan->options.cut > 0 && last->last_step == plan->options.cut - 1;
    return !is_cut && item->step->effect->pointwise && last->run.steps[0]->effect->pointwise &&
           fuse_accepts(&last->run, item->step);
}

static void place_item(struct plan *plan, const struct sequence_item *item)
{
    if (!joins_last(plan, item))
        plan->nodes[plan->count++] = (struct plan_node){ .last_step = -1 };
    struct plan_node *node = &plan->nodes[plan->count - 1];
    node->run.steps[node->run.count++] = item->step;
    node->last_step = item->index;
    node->puts_out_display = node->puts_out_display || item->step->effect->colour != COLOUR_LINEAR;
}

static bool finish_node(struct plan *plan, struct plan_node *node, struct gpu *gpu,
                        struct error *error)
{
    if (node->run.count == 0 || node->run.steps[0]->effect->pointwise)
        return finish_fused(plan, node, gpu, error);
    return finish_spatial(plan, node, gpu, error);
}

static bool check_values(const struct sequence *sequence, struct error *error)
{
    for (int i = 0; i < sequence->count; i++) {
        const struct chain_step *step = sequence->items[i].step;
        if (step->effect->check && !step->effect->check(step->params, error))
            return error_prefix(error, "%s: ", step->effect->name);
    }
    return true;
}

bool plan_build(struct plan *plan, const struct chain *chain, struct gpu *gpu,
                const struct plan_options *options, struct error *error)
{
    struct plan built = { .options = *options };
    struct sequence sequence = { 0 };
    if (!make_sequence(&sequence, chain, options->linear, error) || !check_values(&sequence, error))
        return false;
    for (int i = 0; i < sequence.count; i++)
        place_item(&built, &sequence.items[i]);
    if (built.count == 0)
        built.nodes[built.count++] = (struct plan_node){ .last_step = -1 };
    for (int i = 0; i < built.count; i++)
        if (!finish_node(&built, &built.nodes[i], gpu, error))
            return false;
    *plan = built;
    return true;
}

// A spatial step chooses its implementation by its numbers.
static bool step_needs_rebuild(const struct chain_step *a, const struct chain_step *b)
{
    if (a->off != b->off || !fuse_same_text(a, b))
        return true;
    return !a->effect->pointwise && !param_equal(a->effect->params, a->params, b->params);
}

bool plan_needs_rebuild(const struct chain *a, const struct chain *b)
{
    if (a->count != b->count)
        return true;
    for (int i = 0; i < a->count; i++)
        if (step_needs_rebuild(&a->steps[i], &b->steps[i]))
            return true;
    return false;
}

const struct plan_node *plan_node_of_step(const struct plan *plan, int step)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->nodes[i].last_step == step)
            return &plan->nodes[i];
    return NULL;
}

// ---- running

struct node_images {
    const struct texture *source, *input;
    struct texture *output;
};

static const struct texture *find_table(const struct fuse_run *run, struct gpu *gpu, bool noise)
{
    for (int i = 0; i < run->count; i++) {
        const struct effect *effect = run->steps[i]->effect;
        const struct texture *(*hook)(struct gpu *, const void *) =
            noise ? effect->noise : effect->palette;
        if (hook)
            return hook(gpu, run->steps[i]->params);
    }
    return NULL;
}

static bool reads_source(const struct fuse_run *run)
{
    for (int i = 0; i < run->count; i++)
        if (run->steps[i]->effect->reads_source)
            return true;
    return false;
}

static void run_fused(const struct plan *plan, const struct plan_node *node, struct gpu *gpu,
                      const struct node_images *images, int frame)
{
    const struct fuse_context context = {
        .width = plan->options.width,
        .height = plan->options.height,
        .depth = plan->options.depth > 0 ? plan->options.depth : 8,
        .frame = frame,
    };
    struct pass pass = {
        .program = node->programs[0],
        .inputs = {
            { images->input },
            { reads_source(&node->run) ? images->source : NULL },
            { find_table(&node->run, gpu, false) },
            { find_table(&node->run, gpu, true) },
        },
        .output = images->output,
    };
    fuse_uniforms(&node->run, &context, pass.uniforms);
    pass_run(gpu, &pass);
}

static void run_impl(const struct plan *plan, const struct plan_node *node, struct gpu *gpu,
                     const struct node_images *images)
{
    struct effect_call call = describe_call(plan, gpu, node->run.steps[0], node->impl);
    call.programs = node->programs;
    call.source = images->source;
    call.input = images->input;
    call.output = images->output;
    node->impl->run(&call);
}

// A spatial step runs whole; then its part of the picture goes into its input.
static void run_with_roi(const struct plan *plan, const struct plan_node *node, struct gpu *gpu,
                         const struct node_images *images)
{
    const struct rect *roi = &node->run.steps[0]->roi;
    struct node_images whole = *images;
    whole.output = texture_pool_acquire(&gpu->pool, images->output->width, images->output->height,
                                        plan->options.format);
    run_impl(plan, node, gpu, &whole);
    const struct pass pass = {
        .label = "select",
        .program = node->select,
        .inputs = { { images->input }, { whole.output } },
        .output = images->output,
        .uniforms = { U_VEC4(roi->x0, roi->y0, roi->x1, roi->y1) },
    };
    pass_run(gpu, &pass);
    texture_pool_release(&gpu->pool, whole.output);
}

static void run_node(const struct plan *plan, const struct plan_node *node, struct gpu *gpu,
                     const struct node_images *images, int frame)
{
    gpu_timer_push(&gpu->timer, node->label);
    if (!node->impl)
        run_fused(plan, node, gpu, images, frame);
    else if (node->select)
        run_with_roi(plan, node, gpu, images);
    else
        run_impl(plan, node, gpu, images);
    pass_watch(gpu, images->output);
    gpu_timer_pop(&gpu->timer);
}

// Display values lie in 0..1, where 16 bits of integer hold more than a half float.
static enum texture_format format_between(const struct plan *plan, const struct plan_node *node)
{
    const enum texture_format format = plan->options.format;
    const bool is_float = format == FORMAT_RGBA16F || format == FORMAT_R11F_G11F_B10F;
    return node->puts_out_display && is_float ? FORMAT_RGBA16 : format;
}

void plan_run(const struct plan *plan, struct gpu *gpu, const struct texture *source,
              struct texture *output, int frame)
{
    struct node_images images = { .source = source, .input = source };
    for (int i = 0; i < plan->count; i++) {
        const struct plan_node *node = &plan->nodes[i];
        images.output = output;
        if (i < plan->count - 1)
            images.output = texture_pool_acquire(&gpu->pool, source->width, source->height,
                                                 format_between(plan, node));
        run_node(plan, node, gpu, &images, frame);
        if (images.input != source)
            texture_pool_release(&gpu->pool, images.input);
        images.input = images.output;
    }
}
