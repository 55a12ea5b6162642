#include "app/window/session/background/job.h"

#include <pthread.h>
#include <stdlib.h>

static void let_go(struct job *job)
{
    if (atomic_fetch_sub(&job->owners, 1) > 1)
        return;
    job->finish(job);
    free(job);
}

static void *run(void *data)
{
    struct job *job = data;
    job->work(job);
    atomic_store(&job->done, true);
    let_go(job);
    return NULL;
}

void job_begin(struct job *job)
{
    pthread_t thread;
    atomic_init(&job->owners, 2);
    if (pthread_create(&thread, NULL, run, job) == 0)
        pthread_detach(thread);
    else
        run(job);
}

bool job_is_done(const struct job *job)
{
    return atomic_load(&job->done);
}

void job_drop(struct job *job)
{
    atomic_store(&job->stop, true);
    let_go(job);
}
