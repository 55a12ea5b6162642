#include "app/window/session/background/background.h"
#include "app/window/session/background/job.h"
#include "render/file/file_path.h"
#include "render/text/memory.h"

#include <stdio.h>

// ---- reading in a thread

struct scene_job {
    struct job job;
    struct scene_choice scene;
    bool is_read;
    struct scene_picture picture;
    struct error error; // reason of a failure
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

const struct scene_choice *scene_sync_current(const struct scene_sync *sync,
                                              const struct renderer *renderer)
{
    return sync->job ? &sync->job->scene : &renderer->scene;
}

// ---- words

static const char *name_of(const struct scene_choice *scene)
{
    return file_path_name(scene_choice_file(scene));
}

// Prints the progress of a large picture, if it takes longer than a few frames and no other message
// is shown.
static void print_refining(const struct renderer *renderer, struct ui_state *ui, size_t left)
{
    enum { FEW_FRAMES = 8 };
    char words[PARAM_TEXT_SIZE + 32] = "";
    int width, height;
    bool is_error;
    message_set_progress(&ui->message, MESSAGE_READING, "");
    if (!message_shown(&ui->message, &is_error) &&
        left > FEW_FRAMES * renderer_refine_limit(renderer) &&
        renderer->scene.scene->size(renderer->scene_state, &width, &height))
        snprintf(words, sizeof(words), "%s: %.0f %% sharp ...", name_of(&renderer->scene),
                 100 - 100 * (double) left / ((double) width * height));
    message_set_progress(&ui->message, MESSAGE_READING, words);
}

// ---- what came of it

static void refuse(const struct scene_sync *sync, struct renderer *renderer, struct ui_state *ui,
                   const struct error *error)
{
    const bool is_reread = scene_shares_state(&ui->scene, &renderer->scene);
    ui_error(ui, error);
    if (is_reread) {
        message_persist(&ui->message, MESSAGE_IMAGE);
        return;
    }
    const bool is_untouched = chain_equal(&ui->chain, &sync->requested_chain);
    ui_reject_scene(ui, &renderer->scene);
    if (is_untouched)
        ui_restore_running(ui, &sync->running_chain, &renderer->scene);
}

static void take(struct renderer *renderer, struct ui_state *ui, void *state)
{
    const bool is_reread = scene_shares_state(&ui->scene, &renderer->scene);
    renderer_take_scene(renderer, &ui->scene, state);
    message_resolve(&ui->message, MESSAGE_IMAGE);
    if (is_reread)
        ui_message(ui, "image read again");
}

// ---- requests

static void drop(struct scene_sync *sync, struct ui_state *ui)
{
    scene_sync_finish(sync);
    message_set_progress(&ui->message, MESSAGE_READING, "");
}

static void begin(struct scene_sync *sync, struct renderer *renderer, struct ui_state *ui)
{
    char words[PARAM_TEXT_SIZE + 16];
    struct error error;
    void *state;
    sync->running_chain = renderer->side.chain;
    sync->requested_chain = ui->chain;
    if (ui->scene.scene->read) {
        scene_sync_finish(sync); // stops reading
        sync->job = memory_new(1, sizeof(*sync->job));
        sync->job->job = (struct job){ .work = work, .finish = finish };
        sync->job->scene = ui->scene;
        job_begin(&sync->job->job);
        snprintf(words, sizeof(words), "reading %s ...", name_of(&ui->scene));
        message_set_progress(&ui->message, MESSAGE_READING, words);
    } else if (scene_create(&ui->scene, &renderer->gpu, &state, &error)) {
        take(renderer, ui, state);
    } else {
        refuse(sync, renderer, ui, &error);
    }
}

void scene_sync_request(struct scene_sync *sync, struct renderer *renderer, struct ui_state *ui)
{
    const struct scene_choice *requested = &ui->scene;
    struct error ignored; // numbers are always accepted
    if (sync->job && !scene_shares_state(requested, &sync->job->scene))
        drop(sync, ui);
    if (!scene_shares_state(requested, &renderer->scene)) {
        if (!sync->job)
            begin(sync, renderer, ui);
    } else if (!scene_equal(requested, &renderer->scene)) {
        renderer_set_scene(renderer, requested, &ignored);
    }
}

void scene_sync_reread(struct scene_sync *sync, struct renderer *renderer, struct ui_state *ui)
{
    if (scene_shares_state(&ui->scene, scene_sync_current(sync, renderer)) && ui->scene.scene->read)
        begin(sync, renderer, ui);
}

// Creates the scene from the image that was read, or prints why that failed.
static void end_reading(struct scene_sync *sync, struct renderer *renderer, struct ui_state *ui)
{
    struct scene_job *job = sync->job;
    const struct scene *scene = job->scene.scene;
    struct error error = job->error;
    void *state = job->is_read ? scene->create(&renderer->gpu, job->scene.params, &error) : NULL;
    if (state)
        scene->receive(state, &job->picture);
    scene_sync_finish(sync);
    message_set_progress(&ui->message, MESSAGE_READING, "");
    if (state)
        take(renderer, ui, state);
    else
        refuse(sync, renderer, ui, &error);
}

// The panel may have changed the scene since the last update.
void scene_sync_read(struct scene_sync *sync, struct renderer *renderer, struct ui_state *ui)
{
    const size_t left = renderer_refine(renderer);
    if (!sync->job)
        print_refining(renderer, ui, left);
    else if (!scene_shares_state(&ui->scene, &sync->job->scene))
        drop(sync, ui);
    else if (scene_sync_is_due(sync))
        end_reading(sync, renderer, ui);
}
