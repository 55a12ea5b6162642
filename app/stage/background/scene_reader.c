#include "app/stage/background/scene_reader.h"

#define LOG_MODULE "window"
#include "render/text/log.h"

#include <pthread.h>
#include <stdlib.h>

// Of the thread and of the reader; who lets it go last frees it.
struct scene_job {
    struct scene_choice scene;
    atomic_bool stop; // by the reader: nobody wants it any more
    atomic_bool done; // by the thread, after which what follows is the reader's
    atomic_int owners;
    bool is_read;
    struct scene_picture picture;
    struct error error; // why not
};

static void let_go(struct scene_job *job)
{
    if (atomic_fetch_sub(&job->owners, 1) > 1)
        return;
    scene_picture_finish(&job->picture);
    free(job);
}

static void *work(void *data)
{
    struct scene_job *job = data;
    job->is_read =
        job->scene.scene->read(job->scene.params, &job->stop, &job->picture, &job->error) &&
        scene_picture_overview(&job->picture, &job->stop);
    atomic_store(&job->done, true);
    let_go(job);
    return NULL;
}

static void start(struct scene_job *job)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, job) == 0)
        pthread_detach(thread);
    else
        work(job); // without a thread the window waits
}

void scene_reader_begin(struct scene_reader *reader, struct gpu *gpu,
                        const struct scene_choice *scene)
{
    scene_reader_drop(reader, gpu);
    struct scene_job *job = calloc(1, sizeof(*job));
    if (!job)
        log_fatal("out of memory");
    job->scene = reader->scene = *scene;
    atomic_init(&job->owners, 2);
    reader->job = job;
    start(job);
}

void scene_reader_drop(struct scene_reader *reader, struct gpu *gpu)
{
    if (reader->job) {
        atomic_store(&reader->job->stop, true);
        let_go(reader->job);
    }
    if (reader->state)
        scene_destroy(reader->scene.scene, gpu, reader->state);
    *reader = (struct scene_reader){ 0 };
}

static bool make_state(struct scene_reader *reader, struct gpu *gpu, struct error *error)
{
    struct scene_job *job = reader->job;
    const struct scene *scene = reader->scene.scene;
    *error = job->error;
    if (job->is_read && (reader->state = scene->create(gpu, reader->scene.params, error)))
        scene->receive(reader->state, &job->picture);
    reader->job = NULL;
    let_go(job);
    return reader->state;
}

enum scene_reader_result scene_reader_work(struct scene_reader *reader, struct gpu *gpu,
                                           struct error *error)
{
    if (!scene_reader_is_busy(reader))
        return SCENE_READER_RESTS;
    if (reader->state)
        return SCENE_READER_DONE;
    if (!atomic_load(&reader->job->done))
        return SCENE_READER_READS;
    return make_state(reader, gpu, error) ? SCENE_READER_DONE : SCENE_READER_FAILED;
}

void *scene_reader_take(struct scene_reader *reader)
{
    void *state = reader->state;
    *reader = (struct scene_reader){ 0 };
    return state;
}

bool scene_reader_is_busy(const struct scene_reader *reader)
{
    return reader->job || reader->state;
}

bool scene_reader_is_due(const struct scene_reader *reader)
{
    return reader->state || (reader->job && atomic_load(&reader->job->done));
}
