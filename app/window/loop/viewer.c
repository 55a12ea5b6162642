#include "app/window/loop/viewer.h"

#include "app/edit/preset.h"
#include "app/window/loop/restore.h"
#include "app/window/view/layout.h"
#include "app/window/view/panel.h"
#include "render/context/gl_debug.h"
#include "render/context/gl_objects.h"
#include "render/file/end_signal.h"
#include "render/present.h"
#include "render/text/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOG_MODULE "window"
#include "render/text/log.h"
#include "render/text/memory.h"

enum { SETTLING_FRAMES = 3 };

// ---- what is copied

// Copies the command line that opens a window like this one, with both chains where there are two.
static void copy_command(const struct viewer *viewer, struct ui_state *ui)
{
    const struct input_clipboard *clipboard = &ui->clipboard;
    struct window_state state;
    char text[4 * CHAIN_TEXT_SIZE];
    if (!clipboard->set || !viewer->command)
        return;
    window_state_init(&state, ui, viewer->session.renderer.frame - 1);
    memcpy(state.size, viewer->session.renderer.requested_size, sizeof(state.size));
    window_state_command(&state, NULL, viewer->options, viewer->command, text, sizeof(text));
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
        session_reset_source(session, ui);
    if (ui_take_request(ui, UI_FULL_SCREEN))
        ui_message(ui, "%s",
                   !window_toggle_full_screen(&viewer->window)
                       ? "there is no screen that the window could fill"
                   : viewer->window.full_screen ? "the whole screen; F11 gives the window back"
                                                : "a window again");
    if (ui_take_request(ui, UI_COPY))
        copy_command(viewer, ui);
    if (ui_take_request(ui, UI_WELCOMED))
        restore_note_welcome();
    if (ui_take_request(ui, UI_RELOAD))
        session_reload(session, ui);
    if (ui_take_request(ui, UI_MEASURE))
        session_measure(session, ui);
    if (ui_take_request(ui, UI_RESTART))
        session_restart(session, ui);
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
    log_debug("panel: built in %.3f ms and told to OpenGL in %.3f ms of the CPU, drawn in %.3f ms "
              "of the GPU",
              cost.built, cost.told, cost.gpu);
    frame_work_print(&viewer->longest_times, times, sizeof(times));
    log_debug("frames: %d, of which the longest took %.1f ms%s%s", viewer->frames,
              1000 * viewer->longest_frame, times[0] ? ": " : "", times);
    viewer->frames = 0;
    viewer->longest_frame = 0;
}

void viewer_render(struct viewer *viewer, int width, int height)
{
    struct ui_state *ui = &viewer->ui;
    struct input_state *input = &viewer->input.share.input;
    struct window_drop *dropped = &viewer->window.input.dropped;
    frame_work_begin_frame();
    input->width = width;
    input->height = height;
    input->scale = viewer->window.input.scale;
    viewer_write_picture(viewer);
    viewer_update_size(viewer, width, height);
    viewer_place_picture(viewer, width, height);
    scene_sync_work(&viewer->session.scene, &viewer->session.renderer, ui);
    if (dropped->count > 0) {
        ui_drop(ui, dropped->paths, dropped->count);
        window_drop_finish(dropped);
    }
    viewer_take_input(viewer);
    viewer_place_picture(viewer, width, height); // keys may have shown other panels
    take_request(viewer);
    session_update_view(&viewer->session, ui);
    frame_work_begin(FRAME_WORK_DRAW);
    session_draw(&viewer->session, ui);
    frame_work_end();
    if (ui_take_request(ui, UI_PICTURE))
        viewer_note_picture(viewer);
    if (ui_take_request(ui, UI_EXPORT))
        viewer_note_export(viewer);
}

// Puts the sides in their places: A is the first, whichever is edited.
static void present_picture(struct viewer *viewer)
{
    const struct ui_state *ui = &viewer->ui;
    const struct session *session = &viewer->session;
    const struct pointer *pointer = &viewer->input.pointer;
    const struct texture *edited = &session_seen(session)->output;
    const struct texture *other = session->sides.shown ? &session->sides.other.output : edited;
    struct look look = ui->look;
    struct present present = { .pictures = { ui->side ? other : edited,
                                             ui->side ? edited : other } };
    if (!session->sides.shown || ui->flips)
        look.way = PRESENT_ONE;
    if (look.way == PRESENT_ONE)
        present.pictures[0] = ui->flips ? other : edited;
    look.loupe = look.loupe && pointer->is_over_picture;
    look_present(&look, &ui->look_frame, pointer->x, pointer->y, &present);
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

static void loop(struct viewer *viewer)
{
    struct window *window = &viewer->window;
    const struct pointer *pointer = &viewer->input.pointer;
    double last = clock_seconds();
    // Frames that are still drawn although nothing moves: what the panel changes in one frame
    // reaches the picture in the next, and the panel shows the result of that.
    int frames_left = 1;
    while (!window_is_closing(window) && !end_signal_received()) {
        int width, height;
        const bool is_compiling = viewer->session.programs_missing > 0;
        const bool waits = !window_is_visible(window) ||
                           (session_is_still(&viewer->session, &viewer->ui) && frames_left == 0);
        window_handle_events(
            window,
            waits ? fmin(reload_pause(&viewer->reload), session_pause(&viewer->session)) : 0);
        const double begin = clock_seconds();
        // While a picture is still to be written, changed files are not read: it is drawn with
        // those of its moment.
        if (viewer->capture.is_due ||
            reload_update(&viewer->reload, &viewer->session, &viewer->ui, clock_seconds()) ||
            window->input.has_events || is_compiling || session_is_due(&viewer->session) ||
            viewer_size_is_due(viewer) || !panel_shows(&viewer->ui.message))
            frames_left = SETTLING_FRAMES;
        window->input.has_events = false;
        if (!window_is_visible(window) ||
            (session_is_still(&viewer->session, &viewer->ui) && frames_left == 0))
            continue;
        window_size(window, &width, &height);
        advance(viewer, &last, waits);
        viewer_render(viewer, width, height);
        update_title(viewer);
        panel_read_texel(&viewer->session, &viewer->ui, pointer->x, pointer->y);
        present_picture(viewer);
        frame_work_begin(FRAME_WORK_PANEL);
        viewer_draw_panel(viewer);
        frame_work_end();
        frame_work_begin(FRAME_WORK_SHOW);
        window_swap(window);
        frame_work_end();
        log_state(viewer, begin);
        frame_work_end_frame();
        frames_left = frames_left > 0 ? frames_left - 1 : 0;
    }
}

// ---- begin and end

// The last chain is the edited one: B, as after the key A. The names of files begin with '@'.
static void begin_sides(struct ui_state *ui, const struct draw_options *request)
{
    struct error error;
    struct chain first;
    const int last = request->chain_count - 1;
    for (int i = 0; i <= last; i++)
        if (request->chain_texts[last - i][0] == '@')
            snprintf(ui->files[i], UI_PATH_SIZE, "%s", request->chain_texts[last - i] + 1);
    if (last != 1 || !preset_read_chain(&first, request->chain_texts[0], NULL, NULL, &error))
        return;
    ui_add_side(ui, &first);
    ui->look.way = PRESENT_SPLIT;
}

// Opens the window as wide as the picture and a panel, or as it was closed last. A picture that has
// no size of its own is as on a plain screen, enlarged as this one wants all.
static void fit_window(struct viewer *viewer, const struct restore *restore)
{
    const struct plan_options *picture = &viewer->session.renderer.plan_options;
    const float scale = viewer->window.input.scale, enlarged = viewer->size.follows ? scale : 1;
    int room[2], size[2] = { (int) ((float) picture->width * fmaxf(enlarged, 1)),
                             (int) ((float) picture->height * fmaxf(enlarged, 1)) };
    window_room(&viewer->window, room);
    layout_window(scale, room, size);
    if (restore->found == RESTORE_READ)
        memcpy(size, restore->window_size, sizeof(size));
    window_set_size(&viewer->window, size[0], size[1]);
    viewer->ui.panels = layout_first_panels((float) size[0], (float) size[1], scale);
}

static void begin_workbench(struct viewer *viewer, const struct options *options,
                            const struct restore *restore)
{
    struct ui_state *ui = &viewer->ui;
    const struct draw_options *request = &options->draw;
    const struct renderer *renderer = &viewer->session.renderer;
    const int preset = request->chain_name ? preset_find(request->chain_name) : -1;
    const struct input_clipboard clipboard = { window_clipboard, window_set_clipboard,
                                               &viewer->window };
    ui_init(ui, &request->chain, &request->scene, preset);
    begin_sides(ui, request);
    ui->time = request->time;
    ui->clipboard = clipboard;
    viewer->options = options;
    ui->welcome = restore_shows_welcome();
    ui->renderer = renderer;
    viewer->session.draws_always = !options->window.vsync;
    reload_init(&viewer->reload, request->shader_dir);
    viewer->session.may_defer = true;
    panel_init(&clipboard);
    panel_cost_init(renderer->gpu.info.software);
    viewer->size.follows = request->width == 0 && !request->scene.scene->size;
    fit_window(viewer, restore);
}

static void print_chain(const struct chain *chain)
{
    char text[CHAIN_TEXT_SIZE];
    chain_print(chain, text, sizeof(text));
    puts(text);
}

// Prints chains that would be lost with the window. A single chain is printed as text that --chain
// reads, unless it is the first one or a preset; of two sides both are printed, each below a
// comment with its name.
static void show_chains(struct ui_state *ui)
{
    const struct chain *chain = &ui->chain;
    if (!ui->has_other && !chain_equal(chain, &ui->first) && preset_of(chain) < 0)
        print_chain(chain);
    for (int side = 0; ui->has_other && side < 2; side++) {
        printf("# %s\n", ui_side(ui, side));
        print_chain(side == ui->side ? chain : &ui->other);
    }
}

static void leave(struct viewer *viewer)
{
    struct ui_state *ui = &viewer->ui;
    const struct window *window = &viewer->window;
    struct window_state state;
    int size[2] = { window->width, window->height };
    show_chains(ui);
    fflush(stdout);
    if (ui->leaving) // Esc has asked
        source_edits_forget_lost();
    window_state_init(&state, ui, viewer->session.renderer.frame - 1);
    if (!window->full_screen && window->handle)
        window_size(window, &size[0], &size[1]);
    restore_write(&state, size, viewer->options, viewer->command);
}

// Runs amid a call to the screen's library: nothing can be cleaned up.
static void on_display_lost(void *data)
{
    struct viewer *viewer = data;
    struct error error;
    error_set(&error, "the connection to the screen is lost");
    if (viewer->ui.scene.scene) // else it has not begun
        leave(viewer);
    report_error(EXIT_MACHINE, &error);
    _exit(EXIT_MACHINE);
}

// Initialises the session. If that fails with restored options, for example because the file of the
// picture is gone, starts with the options of the command line instead.
static bool begin_session(struct viewer *viewer, struct restore *restore, struct options *options,
                          const struct options *asked, struct error *error)
{
    if (session_init(&viewer->session, &options->draw, error))
        return true;
    session_finish(&viewer->session);
    if (restore->found != RESTORE_READ)
        return false;
    restore->found = RESTORE_BROKEN;
    restore->error = *error;
    *options = *asked;
    return begin_session(viewer, restore, options, asked, error);
}

static int run_on_session(struct viewer *viewer, struct restore *restore, struct options *options,
                          const struct options *asked)
{
    struct error error;
    struct context_info info;
    if (options->draw.gl_debug)
        gl_debug_enable(true);
    if (!context_query(&info, &error))
        return report_error(EXIT_MACHINE, &error);
    if (!begin_session(viewer, restore, options, asked, &error))
        return report_error(EXIT_USAGE, &error);
    begin_workbench(viewer, options, restore);
    restore_show_message(restore, &viewer->ui);
    source_edits_show_lost(&viewer->ui);
    end_signal_defer();
    loop(viewer);
    viewer_write_picture(viewer);
    leave(viewer);
    panel_cost_finish();
    panel_finish();
    reload_finish(&viewer->reload);
    session_finish(&viewer->session);
    return EXIT_SUCCESS;
}

int viewer_run(const struct options *asked, const struct command_line *command)
{
    struct viewer *viewer = memory_new(1, sizeof(*viewer));
    struct restore *restore = memory_new(1, sizeof(*restore));
    struct error error;
    struct options options = *asked;
    restore_read(restore, &options, command);
    const bool is_given = options.draw.width > 0;
    const int unknown[2] = { 0 };
    int size[2] = { is_given ? options.draw.width : RENDERER_DEFAULT_WIDTH,
                    is_given ? options.draw.height : RENDERER_DEFAULT_HEIGHT };
    layout_window(1, unknown, size);
    const struct window_desc desc = {
        .width = size[0],
        .height = size[1],
        .vsync = options.window.vsync,
        .debug = options.draw.gl_debug,
        .on_display_lost = on_display_lost,
        .data = viewer,
    };
    viewer->command = command;
    const int status = window_init(&viewer->window, &desc, &error)
                           ? run_on_session(viewer, restore, &options, asked)
                           : report_error(EXIT_MACHINE, &error);
    window_finish(&viewer->window);
    free(restore->words);
    free(restore);
    free(viewer);
    end_signal_raise();
    return status;
}
