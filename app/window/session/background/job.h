#pragma once

#include <stdatomic.h>
#include <stdbool.h>

// Work in a thread of its own, whose result the window takes some frames later. The window and the
// thread share a job; the last owner to release it frees it. So the window never waits for a
// thread, which may be blocked in a file system or need seconds for a large picture.
// The thread owns all other data of a job until `done` is set; then the window does.

struct job { // first member of the thread's data, which is allocated with memory_new
    void (*work)(struct job *job);
    void (*finish)(struct job *job); // frees the data of the job, but not the job
    atomic_bool stop;                // set by the window: the result is no longer needed
    atomic_bool done;
    atomic_int owners;
};

// Starts the work; if no thread can be started, it is done before this returns. `work` and `finish`
// must be set.
void job_begin(struct job *job);

bool job_is_done(const struct job *job);

// Releases the window's share.
void job_drop(struct job *job);
