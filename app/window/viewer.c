#include "app/window/viewer.h"

#include "app/edit/edit.h"
#include "app/edit/preset.h"
#include "app/panel/panel.h"
#include "app/picture/capture.h"
#include "app/text/clock.h"
#include "app/text/complain.h"
#include "app/window/controls.h"
#include "render/context/gl_debug.h"
#include "render/context/gl_objects.h"
#include "render/file/end_signal.h"
#include "render/present.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOG_MODULE "window"
#include "render/text/log.h"

enum { DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 720, SETTLING_FRAMES = 3 };

// So many stay compiled for who turns back to a chain. A software renderer's take 0.3 to 3 MB each.
enum { PROGRAM_BUDGET = 64 };

// ---- words

void viewer_say(struct viewer *viewer, const char *format, ...)
{
    char words[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof(words), format, arguments);
    va_end(arguments);
    message_say(&viewer->message, clock_seconds(), words);
}

void viewer_complain(struct viewer *viewer, const struct error *error)
{
    message_complain(&viewer->message, clock_seconds(), error->text);
    complain(EXIT_USAGE, error);
}

// ---- what keys ask for

void viewer_reload(struct viewer *viewer)
{
    struct error error;
    struct gpu *gpu = &viewer->lab.gpu;
    if (!viewer->has_shader_dir) {
        viewer_say(viewer, "the shaders are in the program; with --shader-dir DIR they are read "
                           "from files");
        return;
    }
    message_mended(&viewer->message, MESSAGE_SHADERS);
    step_view_end(&viewer->step_view);
    if (program_cache_reload(&gpu->programs, &error) && lab_rebuild(&viewer->lab, &error)) {
        viewer_say(viewer, "shaders read again");
    } else {
        viewer_complain(viewer, &error);
        message_stays(&viewer->message, MESSAGE_SHADERS);
    }
    pass_stats_clear(&viewer->stats);
}

static bool free_name(char *name, size_t size)
{
    for (int i = 1; i < 10000; i++) {
        snprintf(name, size, "halation_%04d.png", i);
        if (access(name, F_OK) != 0)
            return true;
    }
    return false;
}

// By its whole path: who looks at the window does not see where the program was started.
static void say_written(struct viewer *viewer, const char *name)
{
    char folder[MESSAGE_SIZE - 128];
    const bool is_known = getcwd(folder, sizeof(folder)) != NULL;
    viewer_say(viewer, "wrote %s%s%s", is_known ? folder : "", is_known ? "/" : "", name);
    puts(name);
    fflush(stdout);
}

void viewer_write_picture(struct viewer *viewer)
{
    char name[64];
    struct error error = {
        "halation_0001.png to halation_9999.png are there already; move them away"
    };
    struct image image;
    struct image_texts texts = { 0 };
    const struct side *side = step_view_side(&viewer->step_view, &viewer->lab);
    texture_read(&side->output, IMAGE_TYPE_U8, &image);
    capture_describe(&viewer->lab, &side->chain, viewer->time, &texts);
    if (free_name(name, sizeof(name)) && image_write(&image, &texts, name, &error)) {
        say_written(viewer, name);
    } else {
        viewer_complain(viewer, &error);
    }
    image_texts_finish(&texts);
    image_finish(&image);
}

// ---- from what is wanted to what runs

static void apply_size(struct viewer *viewer, int width, int height)
{
    struct error error;
    const struct plan_options *options = &viewer->lab.plan_options;
    if (options->width == width && options->height == height)
        return;
    if (lab_resize(&viewer->lab, width, height, &error)) {
        message_mended(&viewer->message, MESSAGE_EXTENT);
        pass_stats_clear(&viewer->stats);
    } else if (!viewer->message.wrong[MESSAGE_EXTENT][0]) {
        viewer_complain(viewer, &error);
        message_stays(&viewer->message, MESSAGE_EXTENT);
    }
}

static void apply_scene(struct viewer *viewer)
{
    struct error error;
    if (scene_equal(&viewer->scene, &viewer->lab.scene))
        return;
    if (!lab_set_scene(&viewer->lab, &viewer->scene, &error)) {
        viewer_complain(viewer, &error);
        viewer->scene = viewer->lab.scene;
    }
}

static void apply_chain(struct viewer *viewer)
{
    struct error error;
    if (chain_equal(&viewer->chain, &viewer->lab.side.chain) ||
        lab_set_chain(&viewer->lab, &viewer->chain, &error))
        return;
    viewer_complain(viewer, &error);
    viewer->chain = history_current(&viewer->history)->chain;
}

static void apply_step_view(struct viewer *viewer)
{
    struct error error;
    if (!viewer->viewing_step) {
        step_view_end(&viewer->step_view);
    } else if (!step_view_set(&viewer->step_view, &viewer->lab, viewer->step, &error)) {
        viewer_complain(viewer, &error);
        viewer->viewing_step = false;
    }
}

// `goes_on`: of the same drag or the same hold of a key as the state before.
static void remember(struct viewer *viewer, bool goes_on)
{
    const struct history_state state = { viewer->chain, viewer->scene, viewer->preset };
    if (history_state_equal(&state, history_current(&viewer->history)))
        return;
    if (goes_on)
        history_replace(&viewer->history, &state);
    else
        history_push(&viewer->history, &state);
}

// Each press is a state of its own to undo, however many arrive in one frame.
static void press(struct viewer *viewer, const struct input_event *event)
{
    controls_press(viewer, event->code, event->modifiers, event->repeated);
    apply_scene(viewer);
    apply_chain(viewer);
    remember(viewer, event->repeated);
}

// A drag is one state, and so is a double click, whose first half moves the slider that the second
// half sets back.
static bool goes_on(const struct viewer *viewer, bool held)
{
    return (held && viewer->dragging) || (panel_is_double_click() && viewer->press_changed);
}

static void follow_press(struct viewer *viewer, bool held, bool changed)
{
    const bool begins = held && !viewer->held;
    viewer->press_changed = (viewer->press_changed && !begins) || (held && changed);
    viewer->dragging = held && (viewer->dragging || changed);
    viewer->held = held;
}

static void apply_panel(struct viewer *viewer)
{
    struct error error;
    const bool held = panel_is_held();
    if (panel_refused(&error)) // of what was typed in the window, only the window speaks
        message_complain(&viewer->message, clock_seconds(), error.text);
    apply_scene(viewer);
    apply_chain(viewer);
    const struct history_state state = { viewer->chain, viewer->scene, viewer->preset };
    const bool changed = !history_state_equal(&state, history_current(&viewer->history));
    remember(viewer, goes_on(viewer, held));
    follow_press(viewer, held, changed);
}

// ---- a frame

static void collect_times(struct viewer *viewer)
{
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(&viewer->lab.gpu.timer, false)))
        pass_stats_add(&viewer->stats, frame);
    struct error error;
    if (gpu_fault_read(&viewer->lab.gpu.fault, false)) {
        error_set(&error, GPU_FAULT_TEXT);
        viewer_complain(viewer, &error);
    }
}

// For --verbose, every few seconds: what is made and never freed shows.
static void log_objects(struct viewer *viewer, double now)
{
    enum { SECONDS_BETWEEN = 5 };
    char text[256];
    struct gl_objects objects;
    if (!log_shows(LOG_LEVEL_DEBUG) || now < viewer->objects_due)
        return;
    viewer->objects_due = now + SECONDS_BETWEEN;
    gl_objects_count(&objects);
    gl_objects_print(&objects, text, sizeof(text));
    log_debug("objects: %s", text);
}

static bool is_still(const struct viewer *viewer)
{
    return !viewer->redraw_always && (viewer->paused || !viewer->lab.scene.scene->animated);
}

static enum panel_pace find_pace(const struct viewer *viewer)
{
    if (viewer->paused)
        return PANEL_PAUSED;
    return is_still(viewer) ? PANEL_STILL : PANEL_PLAYS;
}

// The name of the preset that is shown, and whether it was changed since.
static const char *find_preset(struct viewer *viewer, bool *changed)
{
    struct error error;
    if (viewer->preset < 0)
        return NULL;
    const char *name = preset_name(viewer->preset);
    if (viewer->preset_read != viewer->preset &&
        preset_read_chain(&viewer->preset_chain, name, NULL, NULL, &error))
        viewer->preset_read = viewer->preset;
    *changed = !chain_equal(&viewer->chain, &viewer->preset_chain);
    return name;
}

static struct panel_view panel_view(struct viewer *viewer)
{
    const struct lab *lab = &viewer->lab;
    struct panel_view view = {
        .chain = &viewer->chain,
        .scene = &viewer->scene,
        .step = &viewer->step,
        .param = &viewer->param,
        .stats = &viewer->stats,
        .renderer = lab->gpu.info.renderer,
        .width = lab->plan_options.width,
        .height = lab->plan_options.height,
        .frame_seconds = viewer->frame_seconds,
        .pace = find_pace(viewer),
        .viewing_step = viewer->viewing_step,
        .panel_shown = viewer->panel_shown,
        .help_shown = viewer->help_shown,
        .key = controls_key,
    };
    view.preset = find_preset(viewer, &view.preset_changed);
    view.message = message_shown(&viewer->message, clock_seconds(), &view.message_is_error);
    return view;
}

// What is wrong in the panel is said until it is mended.
static void follow_words(struct viewer *viewer, const struct panel_view *view)
{
    if (view->words_refused)
        message_stays(&viewer->message, MESSAGE_WORDS);
    else
        message_mended(&viewer->message, MESSAGE_WORDS);
}

// One frame's share of what hands have done: keys act at once, the rest is the panel's. Gives
// whether more waits.
static bool take_input(struct viewer *viewer)
{
    const struct input_event *first;
    struct input_queue *queue = &viewer->window.input;
    const bool typing = panel_wants_keys();
    input_frame_begin(&viewer->input);
    while ((first = input_queue_first(queue)) && input_frame_take(&viewer->input, first, typing)) {
        const struct input_event event = *first;
        input_queue_drop(queue);
        if (event.kind == INPUT_KEY && event.down && !typing)
            press(viewer, &event);
    }
    input_frame_end(&viewer->input, first, clock_seconds());
    return first;
}

// What has come since the last frame may be the share of many: the panel follows them all, and the
// last is drawn.
void viewer_obey(struct viewer *viewer, int width, int height)
{
    viewer->input.input.width = width;
    viewer->input.input.height = height;
    apply_panel(viewer);
    while (take_input(viewer)) {
        struct panel_view view = panel_view(viewer);
        panel_follow(&view, &viewer->input.input);
        follow_words(viewer, &view);
        apply_panel(viewer);
    }
}

// The scene is seen in what no sheet covers, however the window's sides divide.
static void look_at_scene(struct viewer *viewer, int width, int height)
{
    const struct layout_rect *free = &viewer->free;
    if (free->width <= 0 || free->height <= 0)
        return;
    viewer->lab.free.x0 = free->x / (float) width;
    viewer->lab.free.y0 = free->y / (float) height;
    viewer->lab.free.x1 = fminf((free->x + free->width) / (float) width, 1);
    viewer->lab.free.y1 = fminf((free->y + free->height) / (float) height, 1);
}

static void draw(struct viewer *viewer, int width, int height)
{
    apply_size(viewer, width, height);
    viewer_obey(viewer, width, height);
    apply_step_view(viewer);
    look_at_scene(viewer, width, height);
    lab_draw(&viewer->lab, viewer->time);
    step_view_draw(&viewer->step_view, &viewer->lab);
    collect_times(viewer);
    const struct side *side = step_view_side(&viewer->step_view, &viewer->lab);
    present_draw(&viewer->lab.gpu, &side->output, NULL, width, height);
    struct panel_view view = panel_view(viewer);
    panel_draw(&view, &viewer->input.input);
    follow_words(viewer, &view);
    viewer->free = view.free;
    snprintf(viewer->drawn_message, sizeof(viewer->drawn_message), "%s",
             view.message ? view.message : "");
    window_swap(&viewer->window);
}

// `waited`: for something to happen, so that the time says nothing about how fast frames follow.
static void advance(struct viewer *viewer, double *last, bool waited)
{
    const double now = clock_seconds(), passed = now - *last;
    *last = now;
    if (!viewer->paused)
        viewer->time += passed < 0.25 ? passed : 0.25; // the window may have been hidden for long
    if (waited)
        viewer->frame_seconds = 0;
    else
        viewer->frame_seconds +=
            (viewer->frame_seconds > 0 ? 0.1 : 1) * (passed - viewer->frame_seconds);
}

// A message that stands need not be drawn again.
static bool message_is_drawn(const struct viewer *viewer)
{
    bool is_error;
    const char *now = message_shown(&viewer->message, clock_seconds(), &is_error);
    return strcmp(now ? now : "", viewer->drawn_message) == 0;
}

static void loop(struct viewer *viewer)
{
    double last = clock_seconds();
    int due = 1; // frames to draw although nothing moves: the panel answers a frame late
    while (!window_is_closing(&viewer->window) && !end_signal_came()) {
        int width, height;
        const bool waits = !window_is_seen(&viewer->window) || (is_still(viewer) && due == 0);
        window_handle_events(&viewer->window, waits ? 0.5 : 0);
        if (viewer->window.touched || !message_is_drawn(viewer))
            due = SETTLING_FRAMES;
        viewer->window.touched = false;
        if (!window_is_seen(&viewer->window) || (is_still(viewer) && due == 0))
            continue;
        window_size(&viewer->window, &width, &height);
        advance(viewer, &last, waits);
        draw(viewer, width, height);
        log_objects(viewer, last);
        due = due > 0 ? due - 1 : 0;
    }
}

// ---- begin and end

static void begin(struct viewer *viewer, const struct options *options)
{
    viewer->preset = options->chain_name ? preset_find(options->chain_name) : -1;
    const struct history_state state = { options->chain, options->scene, viewer->preset };
    const struct panel_clipboard clipboard = { window_clipboard, window_set_clipboard,
                                               &viewer->window };
    viewer->chain = viewer->first = options->chain;
    viewer->scene = options->scene;
    history_init(&viewer->history, &state);
    viewer->time = options->time;
    viewer->redraw_always = options->redraw_always;
    viewer->has_shader_dir = options->shader_dir;
    viewer->panel_shown = true;
    viewer->preset_read = -1;
    edit_find_line(&viewer->chain, "sigma", &viewer->step, &viewer->param);
    pass_stats_init(&viewer->stats, PANEL_PLOTTED_FRAMES);
    panel_init(&clipboard, window_scale(&viewer->window));
    window_set_size(&viewer->window, viewer->lab.plan_options.width,
                    viewer->lab.plan_options.height);
}

static bool is_a_preset(const struct chain *chain)
{
    struct chain preset;
    struct error ignored;
    for (int i = 0; i < preset_count(); i++)
        if (preset_read_chain(&preset, preset_name(i), NULL, NULL, &ignored) &&
            chain_equal(&preset, chain))
            return true;
    return false;
}

// What was tuned is not lost with the window: --chain reads it again.
static void say_chain(const struct viewer *viewer)
{
    char text[CHAIN_TEXT_SIZE];
    if (chain_equal(&viewer->chain, &viewer->first) || is_a_preset(&viewer->chain))
        return;
    chain_print(&viewer->chain, text, sizeof(text));
    puts(text);
    fflush(stdout);
}

// Called amid a call to the screen's library: nothing can be cleaned up.
static void on_display_lost(void *data)
{
    struct error error;
    error_set(&error, "the connection to the screen is lost");
    say_chain(data);
    complain(EXIT_MACHINE, &error);
    _exit(EXIT_MACHINE);
}

static int run(struct viewer *viewer, const struct options *options)
{
    struct error error;
    struct context_info info;
    if (options->gl_debug)
        gl_debug_enable(true);
    if (!context_query(&info, &error))
        return complain(EXIT_MACHINE, &error);
    if (!lab_init(&viewer->lab, options, false, &error)) {
        lab_finish(&viewer->lab);
        return complain(EXIT_USAGE, &error);
    }
    viewer->lab.gpu.programs.budget = PROGRAM_BUDGET;
    begin(viewer, options);
    if (viewer->lab.saves_samples)
        viewer_say(viewer, "1 sample a pixel, for this GPU is slow; pictures have 4: --msaa 4");
    end_signal_asks_first();
    loop(viewer);
    say_chain(viewer);
    panel_finish();
    step_view_finish(&viewer->step_view);
    pass_stats_finish(&viewer->stats);
    lab_finish(&viewer->lab);
    return EXIT_SUCCESS;
}

int viewer_run(const struct options *options)
{
    static struct viewer viewer;
    struct error error;
    const struct window_desc desc = {
        .width = options->width > 0 ? options->width : DEFAULT_WIDTH,
        .height = options->height > 0 ? options->height : DEFAULT_HEIGHT,
        .vsync = options->vsync,
        .debug = options->gl_debug,
        .on_display_lost = on_display_lost,
        .data = &viewer,
    };
    if (!window_init(&viewer.window, &desc, &error))
        return complain(EXIT_MACHINE, &error);
    const int status = run(&viewer, options);
    window_finish(&viewer.window);
    end_signal_pass_on();
    return status;
}
