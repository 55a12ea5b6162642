#include "app/export/exported_parts.h"

#include <stdio.h>
#include <string.h>

// Names that GL does not return so soon.
static const unsigned source_id = 0xfffffff0u, output_id = 0xfffffff1u;

bool recording_is_source(const struct record_texture *texture)
{
    return texture->id == source_id;
}

bool recording_is_output(const struct record_texture *texture)
{
    return texture->id == output_id;
}

bool recording_make(struct recording *recording, struct gpu *gpu, const struct chain *chain,
                    const struct plan_options *options, int number, struct error *error)
{
    const enum texture_format format = options->linear        ? FORMAT_RGBA32F
                                       : options->depth == 16 ? FORMAT_RGBA16
                                                              : FORMAT_RGBA8;
    const struct texture_desc ends[] = {
        { .width = options->width, .height = options->height, .format = options->format },
        { .width = options->width, .height = options->height, .format = format },
    };
    struct texture source, output;
    *recording = (struct recording){ options->width, options->height, number, .chain = *chain };
    const bool defers = gpu->programs.defers;
    gpu->programs.defers = true; // programs that are not compiled stay uncompiled
    const bool done = plan_build(&recording->plan, &recording->chain, gpu, options, error);
    gpu->programs.defers = defers;
    program_cache_cancel(&gpu->programs);
    if (!done)
        return false;
    texture_init_dry(&source, &ends[0]);
    texture_init_dry(&output, &ends[1]);
    source.id = source_id;
    output.id = output_id;
    gpu_begin_frame(gpu, "frame");
    frame_record_begin(&recording->frame, gpu);
    plan_run(&recording->plan, gpu, &source, &output, number);
    frame_record_end(&recording->frame, gpu);
    gpu_end_frame(gpu);
    return true;
}

void recording_finish(struct recording *recording)
{
    frame_record_finish(&recording->frame);
}

// ---- comparing

// Textures that no pass writes must have the same texels, so they must have the same name.
static bool is_texture_equal(const struct record_texture *a, const struct record_texture *b)
{
    const bool is_data = !a->is_written && !recording_is_source(a);
    return a->format == b->format && a->dimensions == b->dimensions &&
           a->is_written == b->is_written && a->is_kept == b->is_kept &&
           recording_is_source(a) == recording_is_source(b) &&
           recording_is_output(a) == recording_is_output(b) &&
           (!is_data || (a->id == b->id && a->width == b->width && a->height == b->height));
}

static bool is_pass_equal(const struct record_pass *a, const struct record_pass *b)
{
    bool is_equal = a->kind == b->kind && a->program == b->program && a->output == b->output;
    is_equal &= memcmp(a->inputs, b->inputs, sizeof(a->inputs)) == 0 &&
                memcmp(a->buffers, b->buffers, sizeof(a->buffers)) == 0;
    for (int i = 0; i < PASS_MAX_IMAGES; i++)
        is_equal &= a->images[i].texture == b->images[i].texture &&
                    a->images[i].is_written == b->images[i].is_written &&
                    a->images[i].words == b->images[i].words;
    is_equal &= a->uniform_count == b->uniform_count;
    for (int i = 0; i < a->uniform_count && is_equal; i++)
        is_equal = strcmp(a->uniforms[i].name, b->uniforms[i].name) == 0 &&
                   a->uniforms[i].type == b->uniforms[i].type &&
                   a->uniforms[i].count == b->uniforms[i].count;
    return is_equal;
}

bool recording_equals(const struct recording *a, const struct recording *b, char where[128])
{
    const struct frame_record *one = &a->frame, *two = &b->frame;
    char unused[128];
    where = where ? where : unused;
    where[0] = '\0';
    for (int i = 0; i < one->count && i < two->count; i++) {
        const struct record_pass *pass = &one->passes[i];
        snprintf(where, 128, "%s", pass->path);
        if (!is_pass_equal(pass, &two->passes[i]))
            return false;
        for (int k = 0; k < PASS_MAX_INPUTS; k++)
            if (pass->inputs[k].texture >= 0 &&
                !is_texture_equal(&one->textures[pass->inputs[k].texture],
                                  &two->textures[pass->inputs[k].texture]))
                return false;
        if (pass->output >= 0 &&
            !is_texture_equal(&one->textures[pass->output], &two->textures[pass->output]))
            return false;
    }
    const bool is_equal = one->count == two->count && one->texture_count == two->texture_count &&
                          one->buffer_count == two->buffer_count;
    if (is_equal)
        where[0] = '\0';
    return is_equal;
}
