#pragma once

#include "render/buffer.h"

#include <stdbool.h>

// A fault that a shader reports: it gave up waiting, since a GPU may never hang. A pass that can
// fail in this way has `buffer` among its buffers and sets its first word to a value other than 0.
// The picture is wrong then, so ask before showing or writing it.

struct gpu_fault {
    struct buffer buffer;            // one word; 0 while all is well
    bool in_use;                     // a pass had it since it was last read
    struct buffer_snapshot snapshot; // of the word, after a frame
};

void gpu_fault_init(struct gpu_fault *fault);
void gpu_fault_finish(struct gpu_fault *fault);

// Copies the word at the end of a frame, so that it can be read later without waiting.
void gpu_fault_end_frame(struct gpu_fault *fault);

// The message about a fault.
#define GPU_FAULT_TEXT "a shader gave up waiting, so the picture is wrong; another impl may do"

// Returns true if a pass has reported a fault since the last call that returned true. With `wait`
// it waits for the GPU, and all work so far counts. Otherwise only frames that the GPU has finished
// count, so that a fault is reported some frames late, like the timer's results.
bool gpu_fault_read(struct gpu_fault *fault, bool wait);
