#include "render/frame_record.h"

#include "render/image/divide.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

static int texture_of(struct frame_record *record, const struct gpu *gpu,
                      const struct texture *texture, bool is_written)
{
    if (!texture)
        return FRAME_RECORD_NONE;
    for (int i = 0; i < record->texture_count; i++)
        if (record->textures[i].id == texture->id &&
            record->textures[i].use_id == texture->use_id) {
            record->textures[i].is_written |= is_written;
            return i;
        }
    record->textures =
        memory_room(record->textures, record->texture_count, sizeof(*record->textures));
    record->textures[record->texture_count] = (struct record_texture){
        .id = texture->id,
        .use_id = texture->use_id,
        .width = texture->width,
        .height = texture->height,
        .dimensions = texture->dimensions > 0 ? texture->dimensions : 2,
        .depth = texture->depth,
        .format = texture->format,
        .texture = texture,
        .is_written = is_written,
        .is_kept = texture_cache_is_drawn(&gpu->cache, texture),
    };
    return record->texture_count++;
}

static int buffer_of(struct frame_record *record, const struct buffer *buffer)
{
    for (int i = 0; i < record->buffer_count; i++)
        if (record->buffers[i].id == buffer->id && record->buffers[i].use_id == buffer->use_id)
            return i;
    record->buffers = memory_room(record->buffers, record->buffer_count, sizeof(*record->buffers));
    record->buffers[record->buffer_count] = (struct record_buffer){
        .id = buffer->id,
        .use_id = buffer->use_id,
        .size = buffer->requested_size > 0 ? buffer->requested_size : buffer->size,
    };
    return record->buffer_count++;
}

static struct record_pass *add_pass(struct frame_record *record, const struct gpu *gpu,
                                    enum record_kind kind)
{
    record->passes = memory_room(record->passes, record->count, sizeof(*record->passes));
    struct record_pass *pass = &record->passes[record->count++];
    *pass = (struct record_pass){
        .kind = kind,
        .scope = gpu->timer.depth > 1 ? gpu->timer.open[1] : -1,
        .output = FRAME_RECORD_NONE,
    };
    for (int i = 0; i < PASS_MAX_INPUTS; i++)
        pass->inputs[i].texture = FRAME_RECORD_NONE;
    for (int i = 0; i < PASS_MAX_IMAGES; i++)
        pass->images[i].texture = FRAME_RECORD_NONE;
    for (int i = 0; i < PASS_MAX_BUFFERS; i++)
        pass->buffers[i] = FRAME_RECORD_NONE;
    gpu_timer_path(&gpu->timer, pass->path, sizeof(pass->path));
    return pass;
}

static void note_uniforms(const struct uniform *from, int count, struct record_pass *to)
{
    to->uniforms =
        memory_grow(to->uniforms, (size_t) (to->uniform_count + count), sizeof(*to->uniforms));
    for (int i = 0; i < count; i++) {
        if (!from[i].name)
            continue;
        struct uniform *uniform = &to->uniforms[to->uniform_count++];
        *uniform = from[i];
        uniform->name = memory_copy(from[i].name);
        if (!uniform->array)
            continue;
        const int count_of_floats = uniform->type == UNIFORM_MAT4         ? 16
                                    : uniform->type == UNIFORM_VEC4_ARRAY ? 4 * uniform->count
                                                                          : uniform->count;
        const size_t bytes = (size_t) count_of_floats * sizeof(float);
        uniform->array = memcpy(memory_new(bytes, 1), uniform->array, bytes);
    }
}

static void take_pass(struct gpu_recorder *recorder, const struct gpu *gpu, const struct pass *from)
{
    struct frame_record *record = (struct frame_record *) recorder;
    const bool computes = from->program->compute;
    const int *size = from->program->group_size;
    int buffers[PASS_MAX_BUFFERS];
    for (int i = 0; i < PASS_MAX_BUFFERS; i++) {
        struct buffer *buffer = from->buffers[i];
        buffers[i] = buffer ? buffer_of(record, buffer) : FRAME_RECORD_NONE;
        if (buffer && buffer->is_cleared) {
            add_pass(record, gpu, RECORD_CLEAR)->buffers[0] = buffers[i];
            buffer->is_cleared = false;
        }
    }
    struct record_pass *to = add_pass(record, gpu, computes ? RECORD_DISPATCH : RECORD_DRAW);
    memcpy(to->buffers, buffers, sizeof(buffers));
    to->program = from->program;
    for (int i = 0; i < PASS_MAX_INPUTS; i++)
        to->inputs[i] = (struct record_input){
            .texture = texture_of(record, gpu, from->inputs[i].texture, false),
            .filter = from->inputs[i].filter,
            .edge = from->inputs[i].edge,
        };
    for (int i = 0; i < PASS_MAX_IMAGES; i++) {
        const struct pass_image *image = &from->images[i];
        const struct texture *texture = image->target ? image->target : image->texture;
        to->images[i] = (struct record_image){
            .texture = texture_of(record, gpu, texture, image->target != NULL),
            .is_written = image->target != NULL,
            .words = image->words,
        };
    }
    to->output = texture_of(record, gpu, from->output, true);
    if (!computes) {
        to->area = pass_written_area(from);
    } else if (from->groups[0] > 0) {
        for (int i = 0; i < 3; i++)
            to->groups[i] = from->groups[i] > 0 ? from->groups[i] : 1;
    } else if (size[0] > 0) {
        to->groups[0] = divide_up(from->output->width, size[0]);
        to->groups[1] = divide_up(from->output->height, size[1]);
        to->groups[2] = 1;
    }
    note_uniforms(from->uniforms, PASS_MAX_UNIFORMS, to);
    note_uniforms(from->more_uniforms, from->more_count, to);
}

void frame_record_begin(struct frame_record *record, struct gpu *gpu)
{
    *record = (struct frame_record){ .recorder = { take_pass }, .pool = gpu->pool };
    gpu->pool = (struct texture_pool){ .is_dry = true };
    texture_cache_drop_drawn(&gpu->cache);
    gpu->recorder = &record->recorder;
}

void frame_record_end(struct frame_record *record, struct gpu *gpu)
{
    texture_pool_finish(&gpu->pool);
    gpu->pool = record->pool;
    texture_cache_drop_drawn(&gpu->cache); // no pass ran, so they have no contents
    gpu->recorder = NULL;
}

void frame_record_finish(struct frame_record *record)
{
    for (int i = 0; i < record->count; i++) {
        struct record_pass *pass = &record->passes[i];
        for (int k = 0; k < pass->uniform_count; k++) {
            free((char *) pass->uniforms[k].name);
            free((float *) pass->uniforms[k].array);
        }
        free(pass->uniforms);
    }
    free(record->passes);
    free(record->textures);
    free(record->buffers);
    *record = (struct frame_record){ 0 };
}
