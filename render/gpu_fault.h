#pragma once

#include "render/buffer.h"

#include <stdbool.h>

// A fault that a shader reports: a wait that it had to give up, since a GPU may never hang. A pass
// that can fail so has `buffer` among its buffers and sets its first word to what is not 0. What it
// drew then is wrong, so whoever shows it or writes it asks first.

struct gpu_fault {
    struct buffer buffer; // one word; 0 while all is well
    bool in_use;          // some pass had it since it was last looked at
    struct buffer copy;   // of the word, after the frame of `fence`
    void *fence;          // NULL: nothing is under way
};

void gpu_fault_init(struct gpu_fault *fault);
void gpu_fault_finish(struct gpu_fault *fault);

// Sends the word on its way, so that it can be read without waiting.
void gpu_fault_end_frame(struct gpu_fault *fault);

// What is said of one.
#define GPU_FAULT_TEXT "a shader gave up waiting, so the picture is wrong; another impl may do"

// Whether a pass has reported a fault since the last one was read; it is forgotten then. With
// `wait` all work so far counts and is waited for. Without, only frames that the GPU has finished;
// like the timer's results these come some frames late.
bool gpu_fault_read(struct gpu_fault *fault, bool wait);
