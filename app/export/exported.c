#include "app/export/export_data.h"
#include "effects/auto/impl_cost.h"
#include "effects/plan/plan_site.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

// ---- recordings

// Names that GL does not return so soon.
static const unsigned source_id = 0xfffffff0u, output_id = 0xfffffff1u;

// Writes what recordings with the same passes have in common of a texture. One that no pass writes
// must have the same texels, so it must have the same name.
static void describe_texture(const struct frame_record *frame, int index, struct text_writer *out)
{
    const struct record_texture *texture = &frame->textures[index];
    if (index < 0) {
        text_write(out, " none");
        return;
    }
    text_write(out, " %d.%d.%d.%d.%d", index, (int) texture->format, texture->dimensions,
               texture->is_written, texture->is_kept);
    if (texture->id == source_id || texture->id == output_id)
        text_write(out, ".%u", texture->id);
    else if (!texture->is_written)
        text_write(out, ".%u.%d.%d", texture->id, texture->width, texture->height);
}

// Writes a line for each pass: all but sizes and the values of uniforms.
static void describe(const struct frame_record *frame, struct text_writer *out)
{
    for (int i = 0; i < frame->count; i++) {
        const struct record_pass *pass = &frame->passes[i];
        text_write(out, "%d %p", (int) pass->kind, (const void *) pass->program);
        describe_texture(frame, pass->output, out);
        for (int k = 0; k < PASS_MAX_INPUTS; k++) {
            const struct record_input *input = &pass->inputs[k];
            if (input->texture < 0)
                continue;
            text_write(out, " %d: %d %d", k, input->filter, input->edge);
            describe_texture(frame, input->texture, out);
        }
        for (int k = 0; k < PASS_MAX_IMAGES; k++) {
            const struct record_image *image = &pass->images[k];
            text_write(out, " %d %d %d", image->texture, image->is_written, image->words);
        }
        for (int k = 0; k < PASS_MAX_BUFFERS; k++)
            text_write(out, " %d", pass->buffers[k]);
        for (int k = 0; k < pass->uniform_count; k++) {
            const struct uniform *uniform = &pass->uniforms[k];
            text_write(out, " %s %d %d", uniform->name, uniform->type, uniform->count);
        }
        text_write(out, "\n");
    }
}

bool recording_make(struct recording *recording, struct gpu *gpu, const struct chain *chain,
                    const struct plan_options *options, int number, struct error *error)
{
    struct texture source, output;
    struct texture_desc desc = {
        .width = options->width,
        .height = options->height,
        .format = options->format,
    };
    *recording = (struct recording){ .chain = *chain };
    const bool defers = gpu->programs.defers;
    gpu->programs.defers = true; // programs that are not compiled stay uncompiled
    const bool done = plan_build(&recording->plan, &recording->chain, gpu, options, error);
    gpu->programs.defers = defers;
    program_cache_cancel(&gpu->programs);
    if (!done)
        return false;
    texture_init_dry(&source, &desc);
    desc.format = options->linear        ? FORMAT_RGBA32F
                  : options->depth == 16 ? FORMAT_RGBA16
                                         : FORMAT_RGBA8;
    texture_init_dry(&output, &desc);
    source.id = source_id;
    output.id = output_id;
    gpu_begin_frame(gpu, "frame");
    frame_record_begin(&recording->frame, gpu);
    plan_run(&recording->plan, NULL, gpu, &source, &output, number);
    frame_record_end(&recording->frame, gpu);
    gpu_end_frame(gpu);
    describe(&recording->frame, &recording->passes);
    return true;
}

void recording_finish(struct recording *recording)
{
    frame_record_finish(&recording->frame);
    free(recording->passes.text);
}

// ---- the chain

// Returns true if such an export can have the implementation of an effect.
static bool is_possible(const struct effect *effect, const struct effect_impl *impl,
                        enum exported_impls impls)
{
    switch (impls) {
    case EXPORTED_AS_CODE:
        return exported_impl_travels(effect, impl);
    case EXPORTED_FRAGMENTS:
        return !effect_impl_is_compute(impl);
    default:
        return !text_begins_with(impl->name, "cpu");
    }
}

// Returns the first implementation of the step that fits and is possible; NULL: none is.
static const struct effect_impl *find_impl(const struct plan *plan, const struct gpu *gpu,
                                           const struct plan_node *node, enum exported_impls impls)
{
    struct error why;
    struct impl_candidate candidates[IMPL_MAX_CANDIDATES];
    const int count = plan_list_candidates(plan, gpu, node, candidates, &why);
    for (int i = 0; i < count; i++)
        if (is_possible(node->fused.steps[0]->effect, candidates[i].impl, impls))
            return candidates[i].impl;
    return NULL;
}

static bool refuse_compute(const struct plan *plan, const struct gpu *gpu,
                           const struct plan_node *node, struct error *error)
{
    struct error why = { .text = "" };
    const struct effect *effect = node->fused.steps[0]->effect;
    const struct effect_site site = plan_node_site(plan, &gpu->info, node);
    for (int i = 0; i < effect_impl_count(effect); i++)
        if (is_possible(effect, effect->impls[i], EXPORTED_FRAGMENTS))
            impl_fits(effect->impls[i], &site, NULL, &why);
    return error_set(error,
                     "%s has no implementation of fragment shaders here%s%s%s, of which this kind "
                     "of export is made; --export FOLDER takes compute shaders, too",
                     effect->name, why.text[0] ? " (" : "", why.text, why.text[0] ? ")" : "");
}

// Names the implementation of each spatial step, so that all recordings run the same.
static bool choose_impls(struct chain *chain, const struct recording *probe, const struct gpu *gpu,
                         enum exported_impls impls, struct error *error)
{
    const enum exported_impls others = impls == EXPORTED_AS_CODE ? EXPORTED_AS_CHOSEN : impls;
    const struct plan *plan = &probe->plan;
    plan_for_each(node, plan) {
        if (!node->impl)
            continue;
        const struct chain_step *step = node->fused.steps[0];
        const struct effect *effect = step->effect;
        const struct effect_impl *impl = NULL;
        if (impls == EXPORTED_AS_CODE && chain_step_impl(step) == 0)
            impl = find_impl(plan, gpu, node, EXPORTED_AS_CODE);
        if (!impl && is_possible(effect, node->impl, others))
            impl = node->impl;
        if (!impl)
            impl = find_impl(plan, gpu, node, others);
        if (effect->file.has_state)
            return error_set(error, "%s goes on from the frame before, which an export cannot",
                             effect->name);
        if (!impl && impls == EXPORTED_FRAGMENTS)
            return refuse_compute(plan, gpu, node, error);
        if (!impl)
            return error_set(error, "%s runs on the processor here, and an export has only the GPU",
                             effect->name);
        chain_step_name_impl(&chain->steps[step - probe->chain.steps], impl);
    }
    return true;
}

enum plan_fuse exported_name_impls(struct chain *chain, const struct side *side)
{
    const struct plan *plan = &side->plan;
    enum plan_fuse fuse = plan->options.fuse;
    plan_for_each(node, plan) {
        const struct chain_step *step = node->fused.steps[0];
        const struct effect *effect = step->effect;
        bool travels = false; // the export then chooses among those that do
        for (int k = 0; k < effect_impl_count(effect) && chain_step_impl(step) == 0; k++)
            travels |= exported_impl_travels(effect, effect->impls[k]);
        if (node->impl && !travels)
            chain_step_name_impl(&chain->steps[step - side->chain.steps], node->impl);
        else if (!node->impl && fuse == PLAN_FUSE_AUTO)
            fuse = node->compute ? PLAN_FUSE_COMPUTE : PLAN_FUSE_FRAGMENT;
    }
    return fuse;
}

// Converts lengths to pixels, so that the same passes run at any size.
static void fix_lengths(struct making *making)
{
    struct chain *chain = &making->exported->chain;
    for (int i = 0; i < chain->count; i++) {
        struct chain_step *step = &chain->steps[i];
        param_for_each(row, step->effect->params) {
            struct length *length = param_field(row, step->params);
            if (row->type != PARAM_TYPE_LENGTH || !length->of_height)
                continue;
            making->shares =
                memory_room(making->shares, making->share_count, sizeof(*making->shares));
            making->shares[making->share_count++] = (struct making_share){ i, row, length->value };
            *length = (struct length){ length_pixels(*length, making->options.height), 0 };
        }
    }
}

// ---- the numbers of a recording

struct number_list {
    int count;
    double *values;
    struct making_item *items;
};

static struct making_item *add_number(struct number_list *list, int pass, double value)
{
    list->values = memory_room(list->values, list->count, sizeof(*list->values));
    list->items = memory_room(list->items, list->count, sizeof(*list->items));
    list->values[list->count] = value;
    list->items[list->count] = (struct making_item){ .pass = pass };
    return &list->items[list->count++];
}

// Lists the numbers of all passes; a texture counts in the first pass that uses it.
static struct number_list list_numbers(struct exported *exported, const struct recording *recording)
{
    const struct frame_record *frame = &recording->frame;
    struct number_list list = { 0 };
    struct exported_number *number = exported->numbers;
    const struct exported_number *end = number + exported->number_count;
    for (int i = 0; i < exported->pass_count; i++) {
        struct exported_pass *pass = &exported->passes[i];
        for (int k = 0; k < exported->texture_count; k++) {
            struct exported_texture *texture = &exported->textures[k];
            const struct record_texture *from = &frame->textures[k];
            if (texture->first != i)
                continue;
            add_number(&list, i, from->width)->form = &texture->width;
            add_number(&list, i, from->height)->form = &texture->height;
        }
        for (int k = 0; k < pass->binding_count; k++) {
            const struct exported_binding *binding = &pass->bindings[k];
            if (binding->kind != FLATTENED_BUFFER)
                continue;
            const size_t size = frame->buffers[binding->thing].size;
            add_number(&list, i, (double) size)->buffer = &exported->buffers[binding->thing];
        }
        for (int k = 0; k < pass->extent_count; k++)
            add_number(&list, i, recorded_extent(&frame->passes[i], k))->form = &pass->extent[k];
        for (; number < end && number->pass == i; number++)
            add_number(&list, i, recorded_number(recording, number))->number = number;
    }
    return list;
}

double *making_record(const struct making *making, struct making_change change, int *where)
{
    struct error error;
    struct recording recording;
    struct plan_options options = making->options;
    struct number_list list = { 0 };
    const struct chain *chain = change.chain ? change.chain : &making->exported->chain;
    if (change.width > 0) {
        options.width = change.width;
        options.height = change.height;
    }
    if (where)
        *where = EXPORTED_NONE;
    if (!recording_make(&recording, making->gpu, chain, &options, change.frame, &error))
        return NULL;
    const char *a = making->base.passes.text, *b = recording.passes.text;
    int line = 0;
    for (; *a && *a == *b; a++, b++)
        line += *a == '\n';
    if (*a == *b)
        list = list_numbers(making->exported, &recording);
    else if (where)
        *where = line < making->base.frame.count ? line : line - 1;
    recording_finish(&recording);
    free(list.items);
    return list.values;
}

// ---- textures and buffers

// Writes the name of a format as GL has it, without "GL_".
static void name_format(enum texture_format format, char name[EXPORTED_FORMAT_SIZE])
{
    snprintf(name, EXPORTED_FORMAT_SIZE, "%s", texture_format_name(format));
    for (; *name; name++)
        *name = (char) toupper((unsigned char) *name);
}

static bool make_textures(struct making *making, struct error *error)
{
    static const char *const words[] = { "source", "output", "image", "data" }; // by role
    struct exported *exported = making->exported;
    const struct frame_record *frame = &making->base.frame;
    exported->texture_count = frame->texture_count;
    exported->textures = memory_new((size_t) frame->texture_count, sizeof(*exported->textures));
    for (int i = 0; i < frame->texture_count; i++) {
        const struct record_texture *from = &frame->textures[i];
        struct exported_texture *texture = &exported->textures[i];
        *texture = (struct exported_texture){
            .role = from->id == source_id   ? EXPORTED_SOURCE
                    : from->id == output_id ? EXPORTED_OUTPUT
                    : from->is_written      ? EXPORTED_BETWEEN
                                            : EXPORTED_DATA,
            .channels = from->format == FORMAT_R32F ? 1 : 4,
            .dimensions = from->dimensions,
            .depth = from->depth,
            .first = EXPORTED_NONE,
        };
        name_format(from->format, texture->format);
        snprintf(texture->name, sizeof(texture->name),
                 texture->role <= EXPORTED_OUTPUT ? "%s" : "%s_%d", words[texture->role], i);
        snprintf(texture->file, sizeof(texture->file), "%s.f32", texture->name);
        if (texture->role == EXPORTED_BETWEEN && from->use_id == 0 && !from->is_kept)
            return error_set(error, "a step keeps an image from frame to frame, which an export "
                                    "cannot");
        if (texture->role == EXPORTED_DATA) { // copied before the pool reuses the texture
            const int depth = from->depth > 0 ? from->depth : 1;
            texture->data_count = (size_t) (from->width * from->height * depth * texture->channels);
            texture->data = memory_new(texture->data_count, sizeof(*texture->data));
            texture_read_floats(from->texture, texture->data);
        }
    }
    exported->buffer_count = frame->buffer_count;
    exported->buffers = memory_new((size_t) frame->buffer_count, sizeof(*exported->buffers));
    for (int i = 0; i < frame->buffer_count; i++) {
        exported->buffers[i].size = frame->buffers[i].size;
        snprintf(exported->buffers[i].name, EXPORTED_NAME_SIZE, "buffer_%d", i);
    }
    return true;
}

// ---- the whole

static bool make_all(struct making *making, enum exported_impls impls, struct error *error)
{
    if (!make_textures(making, error) ||
        !exported_make_passes(making, impls == EXPORTED_FRAGMENTS, error) ||
        (impls == EXPORTED_AS_CODE && !exported_find_steps(making, error)))
        return false;
    const struct number_list list = list_numbers(making->exported, &making->base);
    making->item_count = list.count;
    making->items = list.items;
    making->values = list.values;
    exported_fit_sizes(making);
    if (!exported_fit_frames(making, error))
        return false;
    exported_fit_params(making);
    exported_find_once(making);
    return true;
}

bool exported_make(struct exported *exported, struct renderer *renderer, struct chain *chain,
                   const struct plan_options *options, enum exported_impls impls,
                   struct error *error)
{
    struct making making = { .exported = exported, .gpu = &renderer->gpu, .options = *options };
    const struct palette *found[CHAIN_MAX_STEPS];
    const bool draws = impls == EXPORTED_FRAGMENTS;
    if (!renderer_find_colours(renderer, chain, &making.options, found, error))
        return false;
    making.options.is_opaque = false; // the chain runs with any picture
    if (draws)
        making.options.fuse = PLAN_FUSE_FRAGMENT;
    struct recording probe;
    bool done = recording_make(&probe, making.gpu, chain, &making.options, 0, error);
    if (done) {
        done = choose_impls(chain, &probe, making.gpu, impls, error);
        recording_finish(&probe);
    }
    if (draws)
        making.options.format = FORMAT_RGBA32F;
    *exported = (struct exported){
        .chain = *chain,
        .width = options->width,
        .height = options->height,
        .params = memory_new(EXPORTED_MAX_PARAMS, sizeof(*exported->params)),
    };
    name_format(making.options.format, exported->format);
    fix_lengths(&making);
    done = done &&
           recording_make(&making.base, making.gpu, &exported->chain, &making.options, 0, error);
    if (done) {
        done = make_all(&making, impls, error);
        recording_finish(&making.base);
        free(making.items);
        free(making.values);
    }
    free(making.shares);
    while (gpu_timer_collect(&making.gpu->timer, true)) // frames in which nothing ran
        continue;
    if (!done)
        exported_finish(exported);
    return done;
}

void exported_finish(struct exported *exported)
{
    for (int i = 0; i < exported->pass_count; i++)
        free(exported->passes[i].uniforms);
    for (int i = 0; i < exported->number_count; i++)
        free(exported->numbers[i].table);
    for (int i = 0; i < exported->texture_count; i++)
        free(exported->textures[i].data);
    for (int i = 0; i < exported->shader_count; i++)
        flatten_finish(&exported->shaders[i].flattened);
    free(exported->passes);
    free(exported->numbers);
    free(exported->textures);
    free(exported->buffers);
    free(exported->shaders);
    free(exported->params);
    free(exported->vertex);
    *exported = (struct exported){ 0 };
}
