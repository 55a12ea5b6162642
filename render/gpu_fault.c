#include "render/gpu_fault.h"

#include <epoxy/gl.h>
#include <stdint.h>

void gpu_fault_init(struct gpu_fault *fault)
{
    *fault = (struct gpu_fault){ 0 };
    buffer_init(&fault->buffer, sizeof(uint32_t), "fault");
    buffer_init(&fault->copy, sizeof(uint32_t), "fault copy");
    buffer_clear(&fault->buffer);
}

static void drop_fence(struct gpu_fault *fault)
{
    if (fault->fence)
        glDeleteSync(fault->fence);
    fault->fence = NULL;
}

void gpu_fault_finish(struct gpu_fault *fault)
{
    drop_fence(fault);
    buffer_finish(&fault->buffer);
    buffer_finish(&fault->copy);
    fault->in_use = false;
}

// There is one copy at a time, since the word stays until it is read and a later copy has it too.
void gpu_fault_end_frame(struct gpu_fault *fault)
{
    if (!fault->in_use || fault->fence)
        return;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_READ_BUFFER, fault->buffer.id);
    glBindBuffer(GL_COPY_WRITE_BUFFER, fault->copy.id);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, sizeof(uint32_t));
    fault->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    fault->in_use = false;
}

static bool is_done(void *fence)
{
    const GLenum status = glClientWaitSync(fence, 0, 0);
    return status == GL_ALREADY_SIGNALED || status == GL_CONDITION_SATISFIED;
}

bool gpu_fault_read(struct gpu_fault *fault, bool wait)
{
    uint32_t word = 0;
    if (!wait && !(fault->fence && is_done(fault->fence)))
        return false;
    if (fault->in_use || fault->fence)
        buffer_read(wait ? &fault->buffer : &fault->copy, &word, sizeof(word));
    drop_fence(fault);
    fault->in_use = fault->in_use && !wait;
    if (word != 0)
        buffer_clear(&fault->buffer);
    return word != 0;
}
