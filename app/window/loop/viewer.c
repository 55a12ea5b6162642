#include "app/window/loop/viewer.h"

#include "app/export/export.h"
#include "app/picture/capture.h"
#include "app/window/controls/controls.h"
#include "app/window/view/layout.h"
#include "app/window/view/panel.h"
#include "render/context/gl_objects.h"
#include "render/file/end_signal.h"
#include "render/file/file_path.h"
#include "render/present.h"
#include "render/text/clock.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOG_MODULE "window"
#include "render/text/log.h"
#include "render/text/memory.h"

enum { SETTLING_FRAMES = 3 };

// ---- size and place of the picture

// Seconds that a window keeps a size before the picture takes that of its free part. While it is
// dragged wider the picture is fitted, and no frame allocates.
static const double rest = 0.3;

static struct area find_free(const struct viewer *viewer, int width, int height)
{
    const struct ui_state *ui = &viewer->ui;
    return layout_free((float) width, (float) height, viewer->window.input.scale,
                       (float) ui->text_size / 100, ui->panels, ui->dialog == DIALOG_SOURCE);
}

bool viewer_size_is_due(const struct viewer *viewer)
{
    const struct viewer_size *size = &viewer->size;
    const struct view_frame *frame = &viewer->ui.view_frame;
    return size->fits_window &&
           (frame->width != size->window_size[0] || frame->height != size->window_size[1]);
}

static void update_size(struct viewer *viewer, int width, int height)
{
    struct viewer_size *size = &viewer->size;
    struct view_frame *frame = &viewer->ui.view_frame;
    const double now = clock_seconds();
    if (width != frame->width || height != frame->height)
        size->since = now;
    frame->width = width;
    frame->height = height;
    if (!viewer_size_is_due(viewer) || (size->window_size[0] > 0 && now - size->since < rest))
        return;
    const struct area free = find_free(viewer, width, height);
    if (!session_resize(&viewer->session, &viewer->ui, (int) fmaxf(free.width, 1),
                        (int) fmaxf(free.height, 1)))
        return;
    size->window_size[0] = width;
    size->window_size[1] = height;
}

static void place_picture(struct viewer *viewer, int width, int height)
{
    const struct texture *picture = &viewer->session.renderer.side.output;
    viewer->ui.view_frame = (struct view_frame){
        .width = width,
        .height = height,
        .picture_width = picture->width,
        .picture_height = picture->height,
        .scale = layout_scale((float) width, (float) height, viewer->window.input.scale),
        .free = find_free(viewer, width, height),
    };
}

// ---- input and the panel

// A key that opens a panel may be a letter, which its field is not meant to get.
static void drop_letter(struct input_queue *queue, int key)
{
    const struct input_event *next = input_queue_first(queue);
    if (next && next->kind == INPUT_CHARACTER && next->code < 128 && toupper(next->code) == key)
        input_queue_drop(queue);
}

// Returns true for the keys that act while the text of a shader is typed: Ctrl+S, Ctrl+U, F12 and
// others of their row.
static bool acts_on_editor(const struct ui_state *ui, const struct input_event *event)
{
    const bool is_named = event->code >= WINDOW_KEY_F5 && event->code <= WINDOW_KEY_F12;
    const bool is_letter = event->code == 'S' || event->code == 'U';
    return ui->dialog == DIALOG_SOURCE &&
           (is_named || (is_letter && event->modifiers & WINDOW_CTRL));
}

// Takes the next batch of input from the queue: keys act at once, the panel gets the rest. Events
// after a key that opens a field or a dialog may be meant for that, so they wait until it is open.
// Beside the panels the mouse acts on the picture. Returns true if events are left in the queue.
static bool take_batch(struct viewer *viewer)
{
    struct viewer_input *input = &viewer->input;
    struct ui_state *ui = &viewer->ui;
    struct input_queue *queue = &viewer->window.input.queue;
    const struct input_event *first;
    const bool typing = panel_has_keys();
    const enum ui_dialog dialog = ui->dialog;
    input_batch_begin(&input->batch);
    while (!ui->opens_field && (first = input_queue_first(queue)) &&
           input_batch_take(&input->batch, first, typing)) {
        const struct input_event event = *first;
        input_queue_drop(queue);
        const bool is_key = event.kind == INPUT_KEY, is_move = event.kind == INPUT_CURSOR;
        if (ui->welcome && event.down) {
            ui->welcome = false;
            ui_request(ui, UI_WELCOMED);
            if (is_key) { // it does nothing else
                drop_letter(queue, event.code);
                continue;
            }
        }
        if (typing && input->typed && is_key && event.down && event.code == WINDOW_KEY_TAB)
            input->tab = event.modifiers & WINDOW_SHIFT ? -1 : 1;
        if (is_key && event.down && (!typing || acts_on_editor(ui, &event)) &&
            !(event.code == WINDOW_KEY_ESCAPE && pointer_cancel(&input->pointer, ui))) {
            controls_press(ui, event.code, event.modifiers, event.repeated);
            ui_push_history(ui, event.repeated); // a state of its own to undo
        }
        input->typed = input->typed || (ui->opens_field && ui->dialog != DIALOG_SOURCE);
        if (is_key && !event.down)
            controls_release(ui, event.code);
        const float x = is_move ? event.x : input->pointer.x;
        const float y = is_move ? event.y : input->pointer.y;
        if (is_move || event.kind == INPUT_BUTTON || event.kind == INPUT_WHEEL)
            pointer_process(&input->pointer, &event, panel_covers(x, y), ui);
        if (ui->dialog != dialog) {
            drop_letter(queue, event.code);
            break;
        }
    }
    first = input_queue_first(queue);
    input_batch_end(&input->batch, first, clock_seconds());
    return first;
}

// Runs the button that was clicked, and records what the panel has changed as a state to undo. If
// the chain cannot run, session_update later removes that state again. A drag is one state. So is
// a double click, which sets a slider back: its first click moves the slider to the mouse.
static void update_panel(struct viewer *viewer)
{
    struct viewer_input *input = &viewer->input;
    struct ui_state *ui = &viewer->ui;
    const bool held = panel_is_held() || input->pointer.drag >= POINTER_DRAWS;
    const bool begins = held && !input->held;
    controls_click(ui, input->batch.input.shift);
    const bool changed = ui_has_changed(ui);
    ui_push_history(ui, (held && input->dragging) ||
                            (panel_is_double_clicked() && input->press_changed));
    input->press_changed = (input->press_changed && !begins) || (held && changed);
    input->dragging = held && (input->dragging || changed);
    input->held = held;
    if (input->tab != 0) // once the panel has taken what was typed into the field before
        controls_type_next(ui, input->tab);
    input->typed =
        (ui->opens_field && ui->dialog != DIALOG_SOURCE) || (input->typed && panel_has_keys());
    input->tab = 0;
}

void viewer_build_panel(struct viewer *viewer)
{
    panel_build(&viewer->session, &viewer->ui, &viewer->input.batch.input);
    update_panel(viewer);
}

void viewer_take_input(struct viewer *viewer)
{
    while (take_batch(viewer))
        viewer_build_panel(viewer);
    session_update(&viewer->session, &viewer->ui);
}

// ---- what is copied

// Copies the command line that opens a window like this one, with both chains where there are two.
static void copy_command(const struct viewer *viewer, struct ui_state *ui)
{
    const struct input_clipboard *clipboard = &ui->clipboard;
    const struct renderer *renderer = &viewer->session.renderer;
    struct options options = *viewer->options;
    char text[4 * CHAIN_TEXT_SIZE];
    if (!clipboard->set || !viewer->command)
        return;
    options.draw.width = renderer->requested_size[0];
    options.draw.height = renderer->requested_size[1];
    restore_print_command(ui, renderer->frame - 1, false, &options, viewer->command, text,
                          sizeof(text));
    clipboard->set(clipboard->data, text);
    ui_message(ui, "copied: %s", text);
}

// ---- all requests

static void take_request(struct viewer *viewer)
{
    struct ui_state *ui = &viewer->ui;
    struct session *session = &viewer->session;
    if (ui_take_request(ui, UI_QUIT))
        window_close(&viewer->window);
    if (ui_take_request(ui, UI_SAVE_SOURCE))
        source_edits_save(&session->edits, ui);
    if (ui_take_request(ui, UI_RESET_SOURCE))
        source_edits_reset(&session->edits, ui);
    if (ui_take_request(ui, UI_FULL_SCREEN))
        ui_message(ui, "%s",
                   !window_toggle_full_screen(&viewer->window)
                       ? "there is no screen that the window could fill"
                   : viewer->window.full_screen ? "the whole screen; F11 gives the window back"
                                                : "a window again");
    if (ui_take_request(ui, UI_COPY))
        copy_command(viewer, ui);
    if (ui_take_request(ui, UI_WELCOMED))
        restore_store_welcome();
    if (ui_take_request(ui, UI_RELOAD))
        session_reload(session, ui);
    if (ui_take_request(ui, UI_MEASURE))
        session_measure(session, ui);
    if (ui_take_request(ui, UI_RESTART))
        session_restart(session, ui);
}

// ---- the picture (F12) and the export of the moment that is shown

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

// Records the moment that was just drawn, for a picture or an export, and announces it.
static void record_moment(struct viewer *viewer, bool exports)
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
    const bool done = renderer_init(&renderer, draw, error) &&
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

// ---- a frame

// Every few seconds prints, with --verbose, the number of GL objects and the memory, so that leaks
// show; the cost of the panel; and the longest frame with the work that took its time. `now`: when
// the frame began.
static void log_state(struct viewer *viewer, double now)
{
    enum { SECONDS_BETWEEN = 5 };
    char text[256], times[200];
    const double took = clock_seconds() - now;
    viewer->frames++;
    if (took > viewer->longest_frame) {
        viewer->longest_frame = took;
        viewer->longest_times = *frame_work_times();
    }
    if (!log_shows(LOG_LEVEL_DEBUG) || now < viewer->state_due)
        return;
    viewer->state_due = now + SECONDS_BETWEEN;
    gl_objects_print(text, sizeof(text));
    log_debug("objects: %s; %zu MiB allocated", text, memory_allocated() >> 20);
    const struct panel_cost cost = panel_cost_times();
    log_debug("panel: %.3f ms of the CPU, %.3f ms of the GPU", cost.cpu, cost.gpu);
    frame_work_print(&viewer->longest_times, times, sizeof(times));
    log_debug("frames: %d, of which the longest took %.1f ms%s%s", viewer->frames,
              1000 * viewer->longest_frame, times[0] ? ": " : "", times);
    viewer->frames = 0;
    viewer->longest_frame = 0;
}

void viewer_render(struct viewer *viewer, int width, int height)
{
    struct ui_state *ui = &viewer->ui;
    struct input_state *input = &viewer->input.batch.input;
    struct window_drop *dropped = &viewer->window.input.dropped;
    frame_work_begin_frame();
    input->width = width;
    input->height = height;
    input->scale = viewer->window.input.scale;
    viewer_write_picture(viewer);
    update_size(viewer, width, height);
    place_picture(viewer, width, height);
    scene_sync_read(&viewer->session.scene, &viewer->session.renderer, ui);
    if (dropped->count > 0) {
        ui_drop(ui, dropped->paths, dropped->count);
        window_drop_finish(dropped);
    }
    viewer_take_input(viewer);
    place_picture(viewer, width, height); // keys may have shown other panels
    take_request(viewer);
    session_update_view(&viewer->session, ui);
    frame_work_begin(FRAME_WORK_DRAW);
    session_draw(&viewer->session, ui);
    frame_work_end();
    if (ui_take_request(ui, UI_PICTURE))
        record_moment(viewer, false);
    if (ui_take_request(ui, UI_EXPORT))
        record_moment(viewer, true);
}

// Puts the sides in their places: A is the first, whichever is edited.
static void present_picture(struct viewer *viewer)
{
    const struct ui_state *ui = &viewer->ui;
    const struct session *session = &viewer->session;
    const struct pointer *pointer = &viewer->input.pointer;
    const struct texture *edited = &session_shown_side(session)->output;
    const struct texture *other = session->sides.shown ? &session->sides.other.output : edited;
    struct view view = ui->view;
    struct present present = { .pictures = { ui->side ? other : edited,
                                             ui->side ? edited : other } };
    if (!session->sides.shown || ui->shows_other)
        view.mode = PRESENT_ONE;
    if (view.mode == PRESENT_ONE)
        present.pictures[0] = ui->shows_other ? other : edited;
    view.loupe = view.loupe && pointer->is_over_picture;
    view_present(&view, &ui->view_frame, pointer->x, pointer->y, &present);
    present_draw(&viewer->session.renderer.gpu, &present);
}

// Advances the scene's time. `waited`: the loop waited for an event, so the time since the last
// frame is no measure of the frame rate.
static void advance(struct viewer *viewer, double *last, bool waited)
{
    static const double longest = 0.25; // the window may have been hidden for long
    double *smoothed = &viewer->session.frame_seconds;
    const double now = clock_seconds(), passed = now - *last;
    *last = now;
    if (!viewer->ui.paused && !ui_shows_both(&viewer->ui))
        viewer->ui.time += fmin(passed, longest);
    *smoothed = waited ? 0 : *smoothed + (*smoothed > 0 ? 0.1 : 1) * (passed - *smoothed);
}

static void update_title(struct viewer *viewer)
{
    char title[sizeof(viewer->title)];
    ui_title(&viewer->ui, title, sizeof(title));
    if (strcmp(title, viewer->title) == 0)
        return;
    snprintf(viewer->title, sizeof(viewer->title), "%s", title);
    window_set_title(&viewer->window, title);
}

void viewer_loop(struct viewer *viewer)
{
    struct window *window = &viewer->window;
    const struct pointer *pointer = &viewer->input.pointer;
    double last = clock_seconds();
    // Frames that are still drawn although nothing moves: what the panel changes in one frame
    // reaches the picture in the next, and the panel shows the result of that.
    int frames_to_settle = 1;
    while (!window_is_closing(window) && !end_signal_received()) {
        int width, height;
        const bool is_compiling = viewer->session.programs_missing > 0;
        const bool waits =
            !window_is_visible(window) ||
            (session_waits_for_changes(&viewer->session, &viewer->ui) && frames_to_settle == 0);
        window_handle_events(
            window,
            waits ? fmin(reload_pause(&viewer->reload), session_pause(&viewer->session)) : 0);
        const double begin = clock_seconds();
        // Until the file of an F12 is written, changed files are not read, so that it shows the
        // state in which F12 was pressed.
        if (viewer->capture.is_due ||
            reload_update(&viewer->reload, &viewer->session, &viewer->ui, clock_seconds()) ||
            window->input.has_events || is_compiling || session_is_due(&viewer->session) ||
            viewer_size_is_due(viewer) || !panel_has_shown(&viewer->ui.message))
            frames_to_settle = SETTLING_FRAMES;
        window->input.has_events = false;
        if (!window_is_visible(window) ||
            (session_waits_for_changes(&viewer->session, &viewer->ui) && frames_to_settle == 0))
            continue;
        window_size(window, &width, &height);
        advance(viewer, &last, waits);
        viewer_render(viewer, width, height);
        update_title(viewer);
        panel_update_texel(&viewer->session, &viewer->ui, pointer->x, pointer->y);
        present_picture(viewer);
        frame_work_begin(FRAME_WORK_PANEL);
        viewer_build_panel(viewer);
        panel_draw();
        frame_work_end();
        frame_work_begin(FRAME_WORK_SHOW);
        window_swap(window);
        frame_work_end();
        log_state(viewer, begin);
        frame_work_end_frame();
        frames_to_settle = frames_to_settle > 0 ? frames_to_settle - 1 : 0;
    }
}
