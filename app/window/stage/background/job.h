#pragma once

#include <stdatomic.h>
#include <stdbool.h>

// Work in a thread of its own, whose result the window takes some frames later. The window and the
// thread share a job, and the last to let it go frees it. So the window waits for none: a thread
// may be stuck in a file system, or need seconds for a large picture.
//
// All else of a job is its thread's until `done` is set, and then the window's.

struct job { // the first member of what is worked on, which memory_new made
    void (*work)(struct job *job);
    void (*finish)(struct job *job); // frees what the work has, but not the job
    atomic_bool stop;                // set by the window: the result is not wanted any more
    atomic_bool done;
    atomic_int owners;
};

// Begins the work; where no thread can be started it is done at once. `work` and `finish` are set.
void job_begin(struct job *job);

bool job_is_done(const struct job *job);

// Gives up the window's share.
void job_drop(struct job *job);
