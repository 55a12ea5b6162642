#define LOG_MODULE "buffer"
#include "render/buffer.h"

#include "render/context/gl_debug.h"
#include "render/text/log.h"

#include <assert.h>
#include <epoxy/gl.h>

void buffer_init(struct buffer *buffer, size_t size, const char *label)
{
    *buffer = (struct buffer){ .size = size };
    glGenBuffers(1, &buffer->id);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->id);
    gl_debug_expect_errors(true);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr) size, NULL, GL_DYNAMIC_COPY);
    const GLenum result = glGetError();
    gl_debug_expect_errors(false);
    if (result != GL_NO_ERROR)
        log_fatal("the driver gives no buffer of %zu %s: %s", size >> 20 ? size >> 20 : size,
                  size >> 20 ? "MiB" : "bytes", gl_debug_error_name(result));
    gl_debug_label_buffer(buffer->id, label);
}

void buffer_finish(struct buffer *buffer)
{
    glDeleteBuffers(1, &buffer->id);
    *buffer = (struct buffer){ 0 };
}

static void bind_for_transfer(const struct buffer *buffer)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->id);
}

void buffer_clear(struct buffer *buffer)
{
    buffer->is_cleared = true;
    if (!buffer->id) // of a pool that is dry
        return;
    bind_for_transfer(buffer);
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
}

void buffer_write(struct buffer *buffer, const void *bytes, size_t size)
{
    assert(size <= buffer->size);
    bind_for_transfer(buffer);
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr) size, bytes);
}

void buffer_copy(const struct buffer *from, struct buffer *to)
{
    assert(from->size == to->size);
    bind_for_transfer(to);
    glBindBuffer(GL_COPY_READ_BUFFER, from->id);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_SHADER_STORAGE_BUFFER, 0, 0,
                        (GLsizeiptr) from->size);
}

void buffer_read(const struct buffer *buffer, void *bytes, size_t size)
{
    assert(size <= buffer->size);
    bind_for_transfer(buffer);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr) size, bytes);
}
