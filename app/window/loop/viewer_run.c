// The window from its first frame to its last.

#include "app/edit/preset.h"
#include "app/window/loop/viewer.h"
#include "app/window/view/layout.h"
#include "app/window/view/panel.h"
#include "render/context/gl_debug.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    ui->view.mode = PRESENT_SPLIT;
}

// Opens the window as wide as the picture and a panel, or as it was closed last. A picture that has
// no size of its own is as on a plain screen, enlarged as this one wants all.
static void fit_window(struct viewer *viewer, const struct restore *restore)
{
    const struct plan_options *picture = &viewer->session.renderer.plan_options;
    const float scale = viewer->window.input.scale, enlarged = viewer->size.fits_window ? scale : 1;
    int room[2], size[2] = { (int) ((float) picture->width * fmaxf(enlarged, 1)),
                             (int) ((float) picture->height * fmaxf(enlarged, 1)) };
    window_room(&viewer->window, room);
    layout_window(scale, room, size);
    if (restore->found == RESTORE_READ)
        memcpy(size, restore->window_size, sizeof(size));
    window_set_size(&viewer->window, size[0], size[1]);
    viewer->ui.panels = layout_first_panels((float) size[0], (float) size[1], scale);
}

static void begin_ui(struct viewer *viewer, const struct options *options,
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
    panel_init(&clipboard);
    panel_cost_init(renderer->gpu.info.software);
    viewer->size.fits_window = request->width == 0 && !request->scene.scene->size;
    fit_window(viewer, restore);
}

// Prints chains that would be lost with the window. A single chain is printed as text that --chain
// reads, unless it is the first one or a preset; of two sides both are printed, each below a
// comment with its name.
static void print_chains(struct ui_state *ui)
{
    char text[CHAIN_TEXT_SIZE];
    const struct chain *chain = &ui->chain;
    if (!ui->has_other && (chain_equal(chain, &ui->first) || preset_of(chain) >= 0))
        return;
    for (int side = 0; side <= ui->has_other; side++) {
        if (ui->has_other)
            printf("# %s\n", ui_side_name(ui, side));
        chain_print(!ui->has_other || side == ui->side ? chain : &ui->other, text, sizeof(text));
        puts(text);
    }
}

static void leave(struct viewer *viewer)
{
    struct ui_state *ui = &viewer->ui;
    const struct window *window = &viewer->window;
    int size[2] = { window->width, window->height };
    print_chains(ui);
    fflush(stdout);
    if (ui->leaving) // Esc has asked
        source_edits_forget_lost();
    if (!window->full_screen && window->handle)
        window_size(window, &size[0], &size[1]);
    restore_write(ui, viewer->session.renderer.frame - 1, size, viewer->options, viewer->command);
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
    begin_ui(viewer, options, restore);
    restore_show_message(restore, &viewer->ui);
    source_edits_show_lost(&viewer->ui);
    end_signal_defer();
    viewer_loop(viewer);
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
