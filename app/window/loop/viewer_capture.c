// The picture (F12) and the export of the moment that is shown.

#include "app/export/export.h"
#include "app/picture/capture.h"
#include "app/window/loop/viewer.h"
#include "render/file/file_path.h"

#include <stdio.h>
#include <stdlib.h>

// Names the pass that is looked at as --at does. A path names the last pass of a frame that has it;
// another one has no name.
static bool name_pass(struct viewer_capture *capture, const struct session *session,
                      struct error *error)
{
    struct pass_place next = session->pass_view.place;
    next.number++;
    if (pass_place_find(&session->stats, &next) >= 0)
        return error_set(
            error,
            "no picture: a later pass is called %s too, and --at would take that; look "
            "at it, or at the step",
            next.path);
    snprintf(capture->at, sizeof(capture->at), "%s", next.path);
    capture->request.at = capture->at;
    return true;
}

// Records what is seen: the edited side's chain, scene and moment, up to the step or pass that is
// looked at.
static bool record(struct viewer *viewer, struct error *error)
{
    const struct session *session = &viewer->session;
    const struct ui_state *ui = &viewer->ui;
    const struct renderer *renderer = &session->renderer;
    struct viewer_capture *capture = &viewer->capture;
    struct draw_options *draw = &capture->draw;
    *draw = viewer->options->draw;
    draw->chain = renderer->side.chain;
    draw->scene = renderer->scene;
    draw->scene.may_be_coarse = false;
    draw->width = renderer->plan_options.width;
    draw->height = renderer->plan_options.height;
    draw->time = renderer->scene.scene->animated ? ui->time : 0;
    draw->frame = renderer->frame - 1;
    draw->purpose = DRAW_PICTURE;
    draw->profile = PROFILE_OFF;
    capture->request = (struct picture_options){ 0 };
    capture->side = ui->side ? 'B' : 'A';
    if (pass_view_is_shown(&session->pass_view) && pass_view_is_inner(&session->pass_view))
        return name_pass(capture, session, error);
    if (pass_view_is_shown(&session->pass_view)) {
        draw->chain = session->pass_view.side.chain;
    } else if (ui->viewing_step) {
        snprintf(capture->at, sizeof(capture->at), "%d", ui->step + 1);
        capture->request.at = capture->at;
    }
    return true;
}

void viewer_record_moment(struct viewer *viewer, bool exports)
{
    const struct renderer *renderer = &viewer->session.renderer;
    struct viewer_capture *capture = &viewer->capture;
    struct error error;
    capture->is_due = record(viewer, &error);
    capture->exports = exports;
    if (!capture->is_due) {
        ui_error(&viewer->ui, &error);
    } else if (exports) { // the passes that run here: implementations and fused steps are named
        capture->draw.chain = renderer->side.chain;
        capture->draw.fuse = exported_name_impls(&capture->draw.chain, &renderer->side);
        capture->draw.half_store_off = true; // the same export on every machine
        ui_message(&viewer->ui, "exporting the chain as --export does ...");
    } else {
        ui_message(&viewer->ui, "drawing the picture as --screenshot does ...");
    }
}

static bool write_export(const struct draw_options *draw, char *name, size_t size,
                         struct error *error)
{
    struct renderer renderer;
    if (!file_path_find_free("halation", "", name, size))
        return false;
    const bool done = renderer_init(&renderer, draw, false, error) &&
                      export_renderer(&renderer, draw->time, name, error) == EXIT_SUCCESS;
    renderer_finish(&renderer);
    return done;
}

void viewer_write_picture(struct viewer *viewer)
{
    char name[64], side[16] = "";
    struct error error = { "halation_0001 to halation_9999 are there already; move them away" };
    struct ui_state *ui = &viewer->ui;
    struct viewer_capture *capture = &viewer->capture;
    if (!capture->is_due)
        return;
    capture->is_due = false;
    capture->request.path = name;
    frame_work_begin(FRAME_WORK_PICTURE);
    if (ui->has_other)
        snprintf(side, sizeof(side), ", side %c", capture->side);
    if (capture->exports
            ? write_export(&capture->draw, name, sizeof(name), &error)
            : file_path_find_free("halation", ".png", name, sizeof(name)) &&
                  capture_picture_here(&capture->draw, &capture->request, &error) == EXIT_SUCCESS)
        ui_message_written(ui, name, side);
    else
        ui_error(ui, &error);
    frame_work_end();
}
