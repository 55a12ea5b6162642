#include "app/stage/background/scene_reader.h"

#define LOG_MODULE "window"
#include "render/text/log.h"

#include <pthread.h>
#include <stdlib.h>

// What goes to the GPU in one frame, some milliseconds of copying.
static const size_t bytes_of_frame = 24 << 20;

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
    image_finish(&job->picture.image);
    free(job);
}

static void *work(void *data)
{
    struct scene_job *job = data;
    job->is_read =
        job->scene.scene->read(job->scene.params, &job->stop, &job->picture, &job->error);
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
    image_finish(&reader->picture.image);
    *reader = (struct scene_reader){ 0 };
}

static bool take_picture(struct scene_reader *reader, struct gpu *gpu, struct error *error)
{
    struct scene_job *job = reader->job;
    const bool is_read = job->is_read;
    reader->job = NULL;
    reader->picture = job->picture;
    job->picture = (struct scene_picture){ 0 };
    *error = job->error;
    let_go(job);
    return is_read &&
           (reader->state = reader->scene.scene->create(gpu, reader->scene.params, error));
}

static bool send_rows(struct scene_reader *reader, struct gpu *gpu, struct error *error)
{
    bool is_whole = false;
    if (!reader->scene.scene->receive(gpu, reader->state, &reader->picture, bytes_of_frame,
                                      &is_whole, error))
        return false;
    if (is_whole)
        image_finish(&reader->picture.image);
    return true;
}

static bool is_done(const struct scene_reader *reader)
{
    return reader->state && !reader->picture.image.texels;
}

enum scene_reader_result scene_reader_work(struct scene_reader *reader, struct gpu *gpu,
                                           struct error *error)
{
    bool is_fine = true;
    if (!scene_reader_is_busy(reader))
        return SCENE_READER_RESTS;
    if (reader->job && atomic_load(&reader->job->done))
        is_fine = take_picture(reader, gpu, error);
    if (is_fine && reader->picture.image.texels)
        is_fine = send_rows(reader, gpu, error);
    if (!is_fine)
        scene_reader_drop(reader, gpu);
    return !is_fine          ? SCENE_READER_FAILED
           : is_done(reader) ? SCENE_READER_DONE
                             : SCENE_READER_READS;
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
