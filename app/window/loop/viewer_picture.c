#include "app/export/export_run.h"
#include "app/picture/capture.h"
#include "app/window/loop/viewer.h"
#include "app/window/view/layout.h"
#include "render/file/file_path.h"
#include "render/text/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The picture of the window: how large it is, where it is viewed, and its file.

// ---- size and place

// Seconds that a window keeps a size before the picture takes that of its free part. While it is
// dragged wider the picture is fitted, and no frame allocates.
static const double rest = 0.3;

static struct look_area find_free(const struct viewer *viewer, int width, int height)
{
    const struct workbench *workbench = &viewer->workbench;
    const struct layout_rect free =
        layout_free((float) width, (float) height, viewer->window.input.scale,
                    (float) workbench->letters / 100, workbench->sheets);
    return (struct look_area){ free.x, free.y, free.width, free.height };
}

bool viewer_size_is_due(const struct viewer *viewer)
{
    const struct viewer_size *size = &viewer->size;
    return size->follows && (size->seen[0] != size->taken[0] || size->seen[1] != size->taken[1]);
}

void viewer_update_size(struct viewer *viewer, int width, int height)
{
    struct viewer_size *size = &viewer->size;
    const double now = clock_seconds();
    if (width != size->seen[0] || height != size->seen[1])
        size->since = now;
    size->seen[0] = width;
    size->seen[1] = height;
    if (!viewer_size_is_due(viewer) || (size->taken[0] > 0 && now - size->since < rest))
        return;
    const struct look_area free = find_free(viewer, width, height);
    if (!stage_resize(&viewer->stage, &viewer->workbench, (int) fmaxf(free.width, 1),
                      (int) fmaxf(free.height, 1)))
        return;
    size->taken[0] = width;
    size->taken[1] = height;
}

void viewer_place_picture(struct viewer *viewer, int width, int height)
{
    const struct texture *picture = &viewer->stage.lab.side.output;
    viewer->workbench.look_frame = (struct look_frame){
        .width = width,
        .height = height,
        .picture_width = picture->width,
        .picture_height = picture->height,
        .scale = layout_scale((float) width, (float) height, viewer->window.input.scale),
        .free = find_free(viewer, width, height),
    };
}

// ---- its file

// Names the pass that is looked at as --at does. A path names the last pass of a frame that has it;
// another one has no name.
static bool name_pass(struct viewer_capture *capture, const struct stage *stage,
                      struct error *error)
{
    struct pass_place next = stage->pass_view.place;
    next.number++;
    if (pass_place_find(&stage->stats, &next) >= 0)
        return error_set(
            error,
            "no picture: a later pass is called %s too, and --at would take that; look "
            "at it, or at the step",
            next.path);
    snprintf(capture->at, sizeof(capture->at), "%s", next.path);
    capture->request.at = capture->at;
    return true;
}

// Notes what is seen: the edited side's chain, scene and moment, up to the step or pass that is
// looked at.
static bool note(struct viewer *viewer, struct error *error)
{
    const struct stage *stage = &viewer->stage;
    const struct workbench *workbench = &viewer->workbench;
    const struct lab *lab = &stage->lab;
    struct viewer_capture *capture = &viewer->capture;
    struct draw_options *draw = &capture->draw;
    *draw = viewer->options->draw;
    draw->chain = lab->side.chain;
    draw->scene = lab->scene;
    draw->scene.may_be_coarse = false;
    draw->width = lab->plan_options.width;
    draw->height = lab->plan_options.height;
    draw->time = lab->scene.scene->animated ? workbench->time : 0;
    draw->frame = lab->frame - 1;
    draw->purpose = DRAW_PICTURE;
    draw->profile = PROFILE_OFF;
    capture->request = (struct picture_options){ 0 };
    capture->side = workbench->side ? 'B' : 'A';
    if (pass_view_is_shown(&stage->pass_view) && pass_view_is_inner(&stage->pass_view))
        return name_pass(capture, stage, error);
    if (pass_view_is_shown(&stage->pass_view)) {
        draw->chain = stage->pass_view.side.chain;
    } else if (workbench->viewing_step) {
        snprintf(capture->at, sizeof(capture->at), "%d", workbench->step + 1);
        capture->request.at = capture->at;
    }
    return true;
}

void viewer_note_picture(struct viewer *viewer)
{
    struct error error;
    struct workbench *workbench = &viewer->workbench;
    viewer->capture.is_due = note(viewer, &error);
    viewer->capture.exports = false;
    if (viewer->capture.is_due)
        workbench_say(workbench, "drawing the picture as --screenshot does ...");
    else
        workbench_complain(workbench, &error);
}

// Exports the passes that run here: implementations and fused steps are chosen by name.
void viewer_note_export(struct viewer *viewer)
{
    const struct lab *lab = &viewer->stage.lab;
    struct viewer_capture *capture = &viewer->capture;
    struct error error;
    if (!note(viewer, &error)) {
        workbench_complain(&viewer->workbench, &error);
        return;
    }
    capture->draw.chain = lab->side.chain;
    capture->draw.fuse = exported_name_impls(&capture->draw.chain, &lab->side);
    capture->draw.half_store_off = true; // the same export on every machine
    capture->is_due = capture->exports = true;
    workbench_say(&viewer->workbench, "exporting the chain as --export does ...");
}

static bool write_export(const struct draw_options *draw, char *name, size_t size,
                         struct error *error)
{
    struct lab lab;
    if (!file_path_find_free("halation", "", name, size))
        return false;
    const bool done = lab_init(&lab, draw, false, error) &&
                      export_lab(&lab, draw->time, name, NULL, error) == EXIT_SUCCESS;
    lab_finish(&lab);
    return done;
}

void viewer_write_picture(struct viewer *viewer)
{
    char name[64], side[16] = "";
    struct error error = { "halation_0001 to halation_9999 are there already; move them away" };
    struct workbench *workbench = &viewer->workbench;
    struct viewer_capture *capture = &viewer->capture;
    if (!capture->is_due)
        return;
    capture->is_due = false;
    capture->request.path = name;
    frame_work_begin(FRAME_WORK_PICTURE);
    if (workbench->has_other)
        snprintf(side, sizeof(side), ", side %c", capture->side);
    if (capture->exports
            ? write_export(&capture->draw, name, sizeof(name), &error)
            : file_path_find_free("halation", ".png", name, sizeof(name)) &&
                  capture_picture_here(&capture->draw, &capture->request, &error) == EXIT_SUCCESS)
        workbench_say_written(workbench, name, side);
    else
        workbench_complain(workbench, &error);
    frame_work_end();
}
