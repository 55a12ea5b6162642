#include "app/window/stage/background/scene_sync.h"

#include "app/window/stage/background/job.h"
#include "render/file/file_path.h"
#include "render/text/memory.h"

#include <stdio.h>

// ---- reading in a thread

struct scene_job {
    struct job job;
    struct scene_choice scene;
    bool is_read;
    struct scene_picture picture;
    struct error error; // why not
};

static void work(struct job *job)
{
    struct scene_job *reading = (struct scene_job *) job;
    const struct scene_choice *scene = &reading->scene;
    reading->is_read =
        scene->scene->read(scene->params, &job->stop, &reading->picture, &reading->error);
    if (reading->is_read)
        scene_picture_overview(&reading->picture);
}

static void finish(struct job *job)
{
    scene_picture_finish(&((struct scene_job *) job)->picture);
}

void scene_sync_finish(struct scene_sync *sync)
{
    if (sync->job)
        job_drop(&sync->job->job);
    sync->job = NULL;
}

bool scene_sync_is_reading(const struct scene_sync *sync)
{
    return sync->job;
}

bool scene_sync_is_due(const struct scene_sync *sync)
{
    return sync->job && job_is_done(&sync->job->job);
}

const struct scene_choice *scene_sync_seen(const struct scene_sync *sync, const struct lab *lab)
{
    return sync->job ? &sync->job->scene : &lab->scene;
}

// ---- words

static const char *name_of(const struct scene_choice *scene)
{
    const struct param *row = scene->scene->params;
    while (row && row->key && row->type != PARAM_TYPE_TEXT)
        row++;
    const char *file = row && row->key ? param_const_field(row, scene->params) : "";
    return file_path_name(file);
}

// Says how much of a large picture is made, while that takes longer than one can see and nothing
// else is to be said.
static void say_refining(const struct lab *lab, struct workbench *workbench, size_t left)
{
    enum { FEW_FRAMES = 8 };
    char words[PARAM_TEXT_SIZE + 32] = "";
    int width, height;
    bool is_error;
    message_read(&workbench->message, "");
    if (!message_shown(&workbench->message, &is_error) &&
        left > FEW_FRAMES * lab_refine_most(lab) &&
        lab->scene.scene->size(lab->scene_state, &width, &height))
        snprintf(words, sizeof(words), "%s: %.0f %% sharp ...", name_of(&lab->scene),
                 100 - 100 * (double) left / ((double) width * height));
    message_read(&workbench->message, words);
}

// ---- what came of it

static void refuse(const struct scene_sync *sync, struct lab *lab, struct workbench *workbench,
                   const struct error *error)
{
    const bool is_reread = scene_shares_state(&workbench->scene, &lab->scene);
    workbench_complain(workbench, error);
    if (is_reread) {
        message_stays(&workbench->message, MESSAGE_IMAGE);
        return;
    }
    const bool is_untouched = chain_equal(&workbench->chain, &sync->came);
    workbench_lose_scene(workbench, &lab->scene);
    if (is_untouched)
        workbench_take_back(workbench, &sync->ran, &lab->scene);
}

static void take(struct lab *lab, struct workbench *workbench, void *state)
{
    const bool is_reread = scene_shares_state(&workbench->scene, &lab->scene);
    lab_take_scene(lab, &workbench->scene, state);
    message_mended(&workbench->message, MESSAGE_IMAGE);
    if (is_reread)
        workbench_say(workbench, "image read again");
}

// ---- requests

static void drop(struct scene_sync *sync, struct workbench *workbench)
{
    scene_sync_finish(sync);
    message_read(&workbench->message, "");
}

static void begin(struct scene_sync *sync, struct lab *lab, struct workbench *workbench,
                  bool may_wait)
{
    char words[PARAM_TEXT_SIZE + 16];
    struct error error;
    void *state;
    sync->ran = lab->side.chain;
    sync->came = workbench->chain;
    if (may_wait && workbench->scene.scene->read) {
        scene_sync_finish(sync); // what was read so far
        sync->job = memory_new(1, sizeof(*sync->job));
        sync->job->job = (struct job){ .work = work, .finish = finish };
        sync->job->scene = workbench->scene;
        job_begin(&sync->job->job);
        snprintf(words, sizeof(words), "reading %s ...", name_of(&workbench->scene));
        message_read(&workbench->message, words);
    } else if (scene_create(&workbench->scene, &lab->gpu, &state, &error)) {
        take(lab, workbench, state);
    } else {
        refuse(sync, lab, workbench, &error);
    }
}

void scene_sync_request(struct scene_sync *sync, struct lab *lab, struct workbench *workbench,
                        bool may_wait)
{
    const struct scene_choice *requested = &workbench->scene;
    struct error ignored; // numbers are taken as they are
    if (sync->job && !scene_shares_state(requested, &sync->job->scene))
        drop(sync, workbench);
    if (!scene_shares_state(requested, &lab->scene)) {
        if (!sync->job)
            begin(sync, lab, workbench, may_wait);
    } else if (!scene_equal(requested, &lab->scene)) {
        lab_set_scene(lab, requested, &ignored);
    }
}

void scene_sync_reread(struct scene_sync *sync, struct lab *lab, struct workbench *workbench,
                       bool may_wait)
{
    if (scene_shares_state(&workbench->scene, scene_sync_seen(sync, lab)) &&
        workbench->scene.scene->read)
        begin(sync, lab, workbench, may_wait);
}

// Creates the scene from the image that was read, or prints why that failed.
static void end_reading(struct scene_sync *sync, struct lab *lab, struct workbench *workbench)
{
    struct scene_job *job = sync->job;
    const struct scene *scene = job->scene.scene;
    struct error error = job->error;
    void *state = job->is_read ? scene->create(&lab->gpu, job->scene.params, &error) : NULL;
    if (state)
        scene->receive(state, &job->picture);
    scene_sync_finish(sync);
    message_read(&workbench->message, "");
    if (state)
        take(lab, workbench, state);
    else
        refuse(sync, lab, workbench, &error);
}

// The panel may have changed the scene since the last update.
void scene_sync_work(struct scene_sync *sync, struct lab *lab, struct workbench *workbench)
{
    const size_t left = lab_refine(lab);
    if (!sync->job)
        say_refining(lab, workbench, left);
    else if (!scene_shares_state(&workbench->scene, &sync->job->scene))
        drop(sync, workbench);
    else if (scene_sync_is_due(sync))
        end_reading(sync, lab, workbench);
}
