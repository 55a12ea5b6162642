// Work in a thread: who closes the window, or requests other work, does not wait for it.

#include "app/window/session/background/job.h"
#include "render/text/memory.h"
#include "tests/fixtures/cmocka.h"

#include <sched.h>

// A job that ends only once the window has dropped it.
static atomic_bool is_begun, is_dropped, was_stopped, is_finished;

static void work_until_dropped(struct job *job)
{
    atomic_store(&is_begun, true);
    while (!atomic_load(&is_dropped))
        sched_yield();
    atomic_store(&was_stopped, atomic_load(&job->stop));
}

static void finish_job(struct job *job)
{
    (void) job;
    atomic_store(&is_finished, true);
}

TEST(drop_does_not_wait)
{
    struct job *job = memory_new(1, sizeof(*job));
    *job = (struct job){ .work = work_until_dropped, .finish = finish_job };
    job_begin(job);
    while (!atomic_load(&is_begun))
        sched_yield();
    job_drop(job);
    assert_false(atomic_load(&is_finished)); // the thread is amid its work
    atomic_store(&is_dropped, true);
    while (!atomic_load(&is_finished))
        sched_yield();
    assert_true(atomic_load(&was_stopped));
}
