#include "effects/blur/margin.h"
#include "effects/plan/plan_parts.h"
#include "render/gpu_profile.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *const plan_fuse_names[] = { "auto", "fragment", "compute", "off", NULL };

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
        int cell;  // as of struct effect_call
        bool takes_display, puts_out_display;
        bool is_identity;
    } items[CHAIN_MAX_STEPS + 1];
    int height;
    int cell; // side of the cells made so far
    bool is_display;
};

static void append(struct sequence *sequence, const struct chain_step *step, int index)
{
    const struct effect *effect = step->effect;
    const int cell = effect_cell(effect, step->params, sequence->height, sequence->cell);
    const bool was_display = sequence->is_display;
    sequence->is_display |= effect_makes_display(effect);
    if (effect->makes_cells)
        sequence->cell = cell;
    sequence->items[sequence->count++] = (struct sequence_item){
        .step = step,
        .is_identity = effect->is_identity && effect->is_identity(step->params, sequence->height),
        .index = index,
        .cell = cell,
        .takes_display = was_display,
        .puts_out_display = sequence->is_display,
    };
}

// The step of the chain from which on there are display values.
static bool refuse_light(const struct sequence *sequence, const struct chain *chain, int index,
                         struct error *error)
{
    int i = 0;
    while (sequence->items[i].index < 0 || !sequence->items[i].puts_out_display)
        i++;
    const int first = sequence->items[i].index;
    return error_set(error,
                     "step %d: %s works on linear light, but step %d, %s, has made display values "
                     "of it; move it before step %d",
                     index + 1, chain->steps[index].effect->name, first + 1,
                     chain->steps[first].effect->name, first + 1);
}

static bool make_sequence(struct sequence *sequence, const struct chain *chain, bool linear,
                          struct error *error)
{
    for (int i = 0; i < chain->count; i++) {
        const struct chain_step *step = &chain->steps[i];
        const enum colour_state colour = step->effect->colour;
        if (step->off)
            continue;
        if (linear && effect_makes_display(step->effect))
            return true;
        if (sequence->is_display && (colour == COLOUR_LINEAR || colour == COLOUR_ENCODES))
            return refuse_light(sequence, chain, i, error);
        if (!sequence->is_display && colour == COLOUR_DISPLAY)
            append(sequence, &encode_step, -1);
        append(sequence, step, i);
    }
    if (!linear && !sequence->is_display)
        append(sequence, &encode_step, -1);
    return true;
}

// ---- nodes

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
    fuse_text(&node->run, node->compute, text);
    const struct program_desc desc = {
        .file = node->compute ? "fused.comp" : "fused.frag",
        // A software renderer runs both ways of a branch.
        .defines = node->compute && !gpu->info.software ? "OPAQUE_BRANCH" : NULL,
        .text = text,
    };
    node->programs[0] = program_cache_get(&gpu->programs, &desc, error);
    return node->programs[0];
}

struct program_desc plan_vary(const struct effect_impl *impl, const struct effect_site *site,
                              int program, char defines[static PLAN_DEFINES_SIZE])
{
    char varying[EFFECT_DEFINES_SIZE];
    struct program_desc desc = impl->programs[program];
    if (!impl->vary)
        return desc;
    impl->vary(site, varying);
    snprintf(defines, PLAN_DEFINES_SIZE, "%s%s%s", desc.defines ? desc.defines : "",
             desc.defines ? " " : "", varying);
    desc.defines = defines;
    return desc;
}

bool plan_get_impl_programs(const struct effect_impl *impl, const struct effect_site *site,
                            struct gpu *gpu, const struct program *programs[], struct error *error)
{
    for (int i = 0; impl->programs[i].file; i++) {
        assert(i < EFFECT_MAX_PROGRAMS);
        char defines[PLAN_DEFINES_SIZE];
        const struct program_desc desc = plan_vary(impl, site, i, defines);
        programs[i] = program_cache_get(&gpu->programs, &desc, error);
        if (!programs[i])
            return false;
    }
    return true;
}

// A program that goes around a step's own, where it is needed.
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
    const struct chain_step *step = node->run.steps[0];
    snprintf(node->label, sizeof(node->label), "%s", step->effect->name);
    node->impl = plan_find_impl(plan, gpu, step, error);
    if (!node->impl)
        return false;
    const struct effect_site site = plan_site(plan, &gpu->info, step);
    if (!plan_get_impl_programs(node->impl, &site, gpu, node->programs, error))
        return false;
    node->compute = node->impl->compute;
    const bool compute = node->compute;
    return get_helper(compute ? "common/select.comp" : "common/select.frag",
                      chain_step_has_roi(step), gpu, &node->select, error) &&
           get_helper(compute ? "common/shift.comp" : "common/shift.frag", margin_is_needed(&site),
                      gpu, &node->shift, error);
}

bool plan_node_is_fused(const struct plan_node *node)
{
    return node->run.count == 0 || node->run.steps[0]->effect->pointwise;
}

static bool joins_last(const struct plan *plan, const struct sequence_item *item)
{
    if (plan->count == 0 || plan->options.fuse == PLAN_FUSE_OFF)
        return false;
    const struct plan_node *last = &plan->nodes[plan->count - 1];
    return item->step->effect->pointwise && last->run.steps[0]->effect->pointwise &&
           fuse_accepts(&last->run, item->step);
}

static void leave_out(struct plan *plan, const struct sequence_item *item)
{
    struct plan_identity *identity = &plan->identities[plan->identity_count++];
    identity->step = item->index;
    snprintf(identity->label, sizeof(identity->label), "%s (identity)", item->step->effect->name);
}

static void place_item(struct plan *plan, const struct sequence_item *item)
{
    if (item->is_identity) {
        leave_out(plan, item);
        return;
    }
    if (!joins_last(plan, item))
        plan->nodes[plan->count++] =
            (struct plan_node){ .last_step = -1, .takes_display = item->takes_display };
    struct plan_node *node = &plan->nodes[plan->count - 1];
    node->run.cells[node->run.count] = item->cell;
    node->run.steps[node->run.count++] = item->step;
    node->last_step = item->index;
    node->puts_out_display = item->puts_out_display;
}

static bool finish_nodes(struct plan *plan, struct gpu *gpu, struct error *error)
{
    for (int i = 0; i < plan->count; i++) {
        struct plan_node *node = &plan->nodes[i];
        if (plan_node_is_fused(node))
            fuse_label(&node->run, node->label, sizeof(node->label));
        else if (!finish_spatial(plan, node, gpu, error))
            return false;
    }
    if (!plan_join_runs(plan, gpu, error))
        return false;
    for (int i = 0; i < plan->count; i++)
        if (!plan->nodes[i].impl && !finish_fused(plan, &plan->nodes[i], gpu, error))
            return false;
    return true;
}

// A length in per cent of a high picture can ask for more than the hard range of pixels.
static bool check_lengths(const struct chain_step *step, int height, struct error *error)
{
    for (const struct param *row = step->effect->params; row && row->key; row++) {
        const struct length *length = (const void *) (step->params + row->offset);
        if (row->type == PARAM_TYPE_LENGTH && length_pixels(*length, height) > row->max)
            return error_set(error, "%s is %.0f px at this height, and goes up to %g px", row->key,
                             (double) length_pixels(*length, height), (double) row->max);
    }
    return true;
}

// What is wrong with values that are each in range.
static bool check_values(const struct sequence *sequence, int depth, struct error *error)
{
    for (int i = 0; i < sequence->count; i++) {
        const struct chain_step *step = sequence->items[i].step;
        const struct effect *effect = step->effect;
        if (!check_lengths(step, sequence->height, error) ||
            (effect->check && !effect->check(step->params, depth, error)))
            return error_prefix(error, "%s: ", effect->name);
    }
    return true;
}

bool plan_build(struct plan *plan, const struct chain *chain, struct gpu *gpu,
                const struct plan_options *options, struct error *error)
{
    struct plan built = { .options = *options };
    struct sequence sequence = { .height = options->height, .cell = 1 };
    if (!make_sequence(&sequence, chain, options->linear, error) ||
        !check_values(&sequence, plan_depth(&built), error))
        return false;
    for (int i = 0; i < sequence.count; i++)
        place_item(&built, &sequence.items[i]);
    if (built.count == 0)
        built.nodes[built.count++] = (struct plan_node){ .last_step = -1 };
    if (!finish_nodes(&built, gpu, error))
        return false;
    *plan = built;
    return true;
}

// A spatial step chooses its implementation by its numbers.
static bool step_needs_rebuild(const struct chain_step *a, const struct chain_step *b)
{
    if (a->off != b->off || !fuse_same_text(a, b))
        return true;
    return !a->effect->pointwise && !param_all_equal(a->effect->params, a->params, b->params);
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
