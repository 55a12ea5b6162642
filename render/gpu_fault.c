#include "render/gpu_fault.h"

#include <stdint.h>

void gpu_fault_init(struct gpu_fault *fault)
{
    *fault = (struct gpu_fault){ 0 };
    buffer_init(&fault->buffer, sizeof(uint32_t), "fault");
    buffer_init(&fault->snapshot.buffer, sizeof(uint32_t), "fault copy");
    buffer_clear(&fault->buffer);
}

void gpu_fault_finish(struct gpu_fault *fault)
{
    buffer_finish(&fault->buffer);
    buffer_snapshot_finish(&fault->snapshot);
    fault->in_use = false;
}

// Makes no copy while an earlier one is unread: the word stays set until it is read, so a later
// copy contains it too.
void gpu_fault_end_frame(struct gpu_fault *fault)
{
    if (!fault->in_use || fault->snapshot.fence)
        return;
    buffer_snapshot_take(&fault->snapshot, &fault->buffer);
    fault->in_use = false;
}

bool gpu_fault_read(struct gpu_fault *fault, bool wait)
{
    uint32_t word = 0;
    if (!wait && !buffer_snapshot_is_ready(&fault->snapshot, false))
        return false;
    if (fault->in_use || fault->snapshot.fence)
        buffer_read(wait ? &fault->buffer : &fault->snapshot.buffer, &word, sizeof(word));
    buffer_snapshot_drop(&fault->snapshot);
    fault->in_use = fault->in_use && !wait;
    if (word != 0)
        buffer_clear(&fault->buffer);
    return word != 0;
}
