#define LOG_MODULE "read back"
#include "render/read_back.h"

#include "render/context/gl_debug.h"
#include "render/frame_work.h"
#include "render/gpu_fault.h"
#include "render/text/log.h"
#include "render/texture.h"

#include <assert.h>
#include <epoxy/gl.h>
#include <string.h>

static void free_slot(struct read_back_slot *slot)
{
    if (slot->fence)
        glDeleteSync(slot->fence);
    glDeleteBuffers(1, &slot->buffer);
    *slot = (struct read_back_slot){ 0 };
}

void read_back_finish(struct read_back *reader)
{
    for (int i = 0; i < READ_BACK_SLOTS; i++)
        free_slot(&reader->slots[i]);
    *reader = (struct read_back){ 0 };
}

bool read_back_is_full(const struct read_back *reader)
{
    return reader->started - reader->taken == READ_BACK_SLOTS;
}

bool read_back_is_empty(const struct read_back *reader)
{
    return reader->started == reader->taken;
}

bool read_back_is_ready(const struct read_back *reader)
{
    const struct read_back_slot *slot = &reader->slots[reader->taken % READ_BACK_SLOTS];
    return !read_back_is_empty(reader) && glClientWaitSync(slot->fence, 0, 0) != GL_TIMEOUT_EXPIRED;
}

void read_back_start(struct read_back *reader, const struct texture *texture, enum image_type type,
                     const struct gpu_fault *fault)
{
    assert(!read_back_is_full(reader));
    struct read_back_slot *slot = &reader->slots[reader->started++ % READ_BACK_SLOTS];
    const struct image image = { .width = texture->width, .height = texture->height, .type = type };
    const size_t size = image_bytes(&image) + sizeof(uint32_t);
    const bool is_new = slot->size != size;
    if (is_new) {
        free_slot(slot);
        glGenBuffers(1, &slot->buffer);
    }
    slot->size = size;
    slot->image = image;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, slot->buffer);
    if (is_new) {
        gl_debug_expect_errors(true);
        glBufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr) size, NULL, GL_STREAM_READ);
        const GLenum result = glGetError();
        gl_debug_expect_errors(false);
        if (result != GL_NO_ERROR)
            log_fatal("the driver gives no buffer to read back an image (%zu %s): %s; a smaller "
                      "--size helps",
                      size >> 20 ? size >> 20 : size, size >> 20 ? "MiB" : "bytes",
                      gl_debug_error_name(result));
        gl_debug_label(GL_BUFFER, slot->buffer, "read back");
    }
    texture_get_image(texture, type, NULL);
    // The word of the fault is stored behind the texels, whose size is a multiple of 4. It stays
    // set until it is read, so it covers all frames so far.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_READ_BUFFER, fault->buffer.id);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_PIXEL_PACK_BUFFER, 0,
                        (GLintptr) image_bytes(&image), sizeof(uint32_t));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    slot->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush(); // so that the copy starts without a wait
}

void read_back_take(struct read_back *reader, struct image *image, bool *is_faulty)
{
    assert(!read_back_is_empty(reader));
    struct read_back_slot *slot = &reader->slots[reader->taken++ % READ_BACK_SLOTS];
    const size_t size = image_bytes(&slot->image);
    uint32_t word;
    frame_work_begin(FRAME_WORK_READ_BACK);
    image_init(image, slot->image.width, slot->image.height, slot->image.type);
    const GLuint64 second = 1000000000;
    while (glClientWaitSync(slot->fence, GL_SYNC_FLUSH_COMMANDS_BIT, second) == GL_TIMEOUT_EXPIRED)
        continue;
    glDeleteSync(slot->fence);
    slot->fence = NULL;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, slot->buffer);
    const char *bytes =
        glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, (GLsizeiptr) slot->size, GL_MAP_READ_BIT);
    if (!bytes)
        log_fatal("the GPU's driver cannot show an image that was read back (%zu MiB)", size >> 20);
    memcpy(image->texels, bytes, size);
    memcpy(&word, bytes + size, sizeof(word));
    glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    *is_faulty = word != 0;
    frame_work_end();
}
