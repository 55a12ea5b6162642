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
    gl_debug_label(GL_BUFFER, buffer->id, label);
}

void buffer_finish(struct buffer *buffer)
{
    if (!buffer->id)
        return;
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
    if (!buffer->id) // of a dry pool: no GL object
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

void buffer_snapshot_finish(struct buffer_snapshot *snapshot)
{
    buffer_snapshot_drop(snapshot);
    if (snapshot->buffer.id)
        buffer_finish(&snapshot->buffer);
}

void buffer_snapshot_take(struct buffer_snapshot *snapshot, const struct buffer *from)
{
    buffer_snapshot_drop(snapshot);
    buffer_copy(from, &snapshot->buffer);
    snapshot->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

void buffer_snapshot_drop(struct buffer_snapshot *snapshot)
{
    if (snapshot->fence)
        glDeleteSync(snapshot->fence);
    snapshot->fence = NULL;
}

bool buffer_snapshot_is_ready(const struct buffer_snapshot *snapshot, bool wait)
{
    const GLuint64 longest = wait ? UINT64_C(10000000000) : 0; // nanoseconds
    if (!snapshot->fence)
        return false;
    const GLenum status = glClientWaitSync(snapshot->fence, GL_SYNC_FLUSH_COMMANDS_BIT, longest);
    return status == GL_ALREADY_SIGNALED || status == GL_CONDITION_SATISFIED;
}
