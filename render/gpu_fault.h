#pragma once

#include "render/buffer.h"

#include <stdbool.h>

// Faults reported by shaders. A shader that waits for other work groups gives up after a limit
// instead of hanging the GPU. Such a pass binds `buffer`, and the shader sets its word to a value
// other than 0. The picture is then wrong: call gpu_fault_read before it is shown or written.

struct gpu_fault {
    struct buffer buffer;            // one word; 0: no fault
    bool in_use;                     // a pass has had it bound since the last read or copy
    struct buffer_snapshot snapshot; // copy of the word at the end of a frame
};

void gpu_fault_init(struct gpu_fault *fault);
void gpu_fault_finish(struct gpu_fault *fault);

// Copies the word at the end of a frame, so that it can be read later without waiting.
void gpu_fault_end_frame(struct gpu_fault *fault);

// Message for the user about a fault.
#define GPU_FAULT_TEXT "a shader gave up waiting, so the picture is wrong; another impl may do"

// Returns true, once, if a pass has reported a fault. With `wait` it waits for the GPU and includes
// all work so far. Otherwise it includes only frames that the GPU has finished, so a fault is
// reported some frames late.
bool gpu_fault_read(struct gpu_fault *fault, bool wait);
