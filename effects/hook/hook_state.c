#include "effects/hook/hook_state.h"

#include "render/text/memory.h"

#include <stdlib.h>

static void make_image(const struct hook_texture *from, struct texture *image)
{
    const struct texture_desc desc = {
        .width = from->size[0],
        .height = from->size[1],
        .dimensions = from->dimensions,
        .depth = from->dimensions == 3 ? from->size[2] : 0,
        .format = from->format,
        .label = "kept texels",
    };
    const size_t texels = (size_t) from->size[0] * (size_t) from->size[1] * (size_t) from->size[2];
    float *zeros = from->texels ? NULL : memory_new(4 * texels, sizeof(*zeros));
    texture_init(image, &desc);
    texture_upload_floats(image, zeros ? zeros : from->texels);
    free(zeros);
}

void hook_state_begin(const struct hook_file *file, const struct effect_call *call,
                      struct effect_state *state)
{
    const bool is_there =
        state->images && state->width == call->site.width && state->height == call->site.height;
    if (is_there && (call->frame > 0 || !call->site.effect->keeps))
        return;
    effect_state_finish(state);
    *state = (struct effect_state){
        .width = call->site.width,
        .height = call->site.height,
        .image_count = file->texture_count,
        .buffer_count = file->buffer_count,
        .images = memory_new((size_t) file->texture_count, sizeof(*state->images)),
        .buffers = memory_new((size_t) file->buffer_count, sizeof(*state->buffers)),
    };
    for (int i = 0; i < file->texture_count; i++)
        if (file->textures[i].is_stored)
            make_image(&file->textures[i], &state->images[i]);
    for (int i = 0; i < file->buffer_count; i++) {
        buffer_init(&state->buffers[i], file->buffers[i].size, "kept values");
        if (file->buffers[i].bytes)
            buffer_write(&state->buffers[i], file->buffers[i].bytes, file->buffers[i].size);
        else
            buffer_clear(&state->buffers[i]);
    }
}

void hook_state_bind(const struct hook_file *file, struct effect_state *state, int declared,
                     struct pass *pass)
{
    int images = 0, buffers = 0;
    while (images < PASS_MAX_IMAGES && pass->images[images].target)
        images++;
    while (buffers < PASS_MAX_BUFFERS && pass->buffers[buffers])
        buffers++;
    if (declared < HOOK_MAX_TEXTURES) {
        pass->images[images].target = &state->images[declared];
        return;
    }
    const struct hook_buffer *buffer = &file->buffers[declared - HOOK_MAX_TEXTURES];
    pass->buffers[buffers] = &state->buffers[declared - HOOK_MAX_TEXTURES];
    pass->buffer_traffic.read += buffer->size;
    pass->buffer_traffic.written += buffer->is_stored ? buffer->size : 0;
}
