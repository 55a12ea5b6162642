#include "app/picture/capture_view.h"
#include "app/picture/frame_queue.h"
#include "app/window/loop/restore.h"
#include "app/window/loop/viewer.h"
#include "render/file/file_path.h"

enum { COMMAND_SIZE = 4 * CHAIN_TEXT_SIZE };

// ---- what is copied

// Copies the command line that opens a window like this one, with both chains where there are two.
static void copy_command(const struct viewer *viewer, struct workbench *workbench)
{
    const struct input_clipboard *clipboard = &workbench->clipboard;
    const struct plan_options *picture = &viewer->stage.lab.plan_options;
    struct window_state state;
    char text[COMMAND_SIZE];
    if (!clipboard->set || !viewer->command)
        return;
    window_state_take(&state, workbench, picture->width, picture->height);
    state.time = workbench->scene.scene->animated ? state.time : 0;
    window_state_command(&state, viewer->options, viewer->command, text, sizeof(text));
    clipboard->set(clipboard->data, text);
    workbench_say(workbench, "copied: %s", text);
}

static void copy_source(struct workbench *workbench, const struct source_shown *source)
{
    const struct input_clipboard *clipboard = &workbench->clipboard;
    if (workbench->source_text >= source->count || !clipboard->set)
        return;
    const struct source_text *text = &source->texts[workbench->source_text];
    clipboard->set(clipboard->data, text->text);
    workbench_say(workbench, "copied %s, %d lines", text->name, text->line_count);
}

// ---- a picture

// Reads what --at with that path gives: the pass in its own size. The path names the last pass of a
// frame that has it; another one is not told by it, and its picture is as it is seen.
static bool read_seen(const struct stage *stage, struct image *image, struct image_texts *texts,
                      struct error *error)
{
    const struct pass_view *view = &stage->pass_view;
    const struct frame_format format = { .type = IMAGE_TYPE_U8, .encodes = view->is_light };
    struct pass_place next = view->place;
    next.number++;
    if (!pass_view_is_inner(view) || pass_place_find(&stage->stats, &next) >= 0) {
        texture_read(&stage_seen(stage)->output, IMAGE_TYPE_U8, image);
        return true;
    }
    texture_read(pass_view_image(view, &stage->lab), IMAGE_TYPE_F32, image);
    image_texts_add(texts, "at", view->place.path);
    return frame_convert(&format, image, error);
}

// Writes what was drawn last to the first free name of halation_0001.png and so on, with words by
// which it can be made again. The workbench says where, or what is in the way.
static void write_picture(const struct stage *stage, struct workbench *workbench)
{
    char name[64];
    struct error error = {
        "halation_0001.png to halation_9999.png are there already; move them away"
    };
    struct image image = { 0 };
    struct image_texts texts = { 0 };
    const struct side *side = stage_seen(stage);
    capture_describe(&stage->lab, &side->chain, workbench->time, &texts);
    if (file_path_find_free("halation", ".png", name, sizeof(name)) &&
        read_seen(stage, &image, &texts, &error) && image_write(&image, &texts, name, &error))
        workbench_say_written(workbench, name, "");
    else
        workbench_complain(workbench, &error);
    image_texts_finish(&texts);
    image_finish(&image);
}

// ---- all of them

static void fill_screen(struct window *window, struct workbench *workbench)
{
    const bool is_done = window_toggle_full_screen(window);
    workbench_say(workbench, "%s",
                  !is_done              ? "there is no screen that the window could fill"
                  : window->full_screen ? "the whole screen; F11 gives the window back"
                                        : "a window again");
}

void viewer_grant(struct viewer *viewer)
{
    struct workbench *workbench = &viewer->workbench;
    struct stage *stage = &viewer->stage;
    if (workbench_grant(workbench, WORKBENCH_QUIT))
        window_close(&viewer->window);
    if (workbench_grant(workbench, WORKBENCH_COPY_SOURCE))
        copy_source(workbench, &stage->texts.shown);
    if (workbench_grant(workbench, WORKBENCH_FULL_SCREEN))
        fill_screen(&viewer->window, workbench);
    if (workbench_grant(workbench, WORKBENCH_COPY))
        copy_command(viewer, workbench);
    if (workbench_grant(workbench, WORKBENCH_WELCOMED))
        restore_note_welcome();
    if (workbench_grant(workbench, WORKBENCH_RELOAD))
        stage_reload(stage, workbench);
    if (workbench_grant(workbench, WORKBENCH_MEASURE))
        stage_measure(stage, workbench);
}

void viewer_grant_drawn(struct viewer *viewer)
{
    if (viewer->stage.lab.drawn.left == 0 && workbench_grant(&viewer->workbench, WORKBENCH_PICTURE))
        write_picture(&viewer->stage, &viewer->workbench);
}
