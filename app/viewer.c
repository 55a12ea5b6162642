#include "app/viewer.h"

#include "app/capture.h"
#include "app/clock.h"
#include "app/complain.h"
#include "app/controls.h"
#include "app/edit.h"
#include "app/panel.h"
#include "render/gl_debug.h"
#include "render/gl_objects.h"
#include "render/present.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOG_MODULE "window"
#include "render/log.h"

enum { DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 720, SETTLING_FRAMES = 3 };

static const double message_seconds = 2.5;

// ---- words

void viewer_say(struct viewer *viewer, const char *format, ...)
{
    va_list arguments;
    if (viewer->message_is_error)
        return;
    va_start(arguments, format);
    vsnprintf(viewer->message, sizeof(viewer->message), format, arguments);
    va_end(arguments);
    viewer->message_until = clock_seconds() + message_seconds;
}

void viewer_complain(struct viewer *viewer, const struct error *error)
{
    snprintf(viewer->message, sizeof(viewer->message), "%s", error->text);
    viewer->message_is_error = true;
    complain(EXIT_USAGE, error);
}

static void forget_error(struct viewer *viewer)
{
    if (!viewer->message_is_error)
        return;
    viewer->message_is_error = false;
    viewer->message[0] = '\0';
}

static const char *message_now(struct viewer *viewer)
{
    if (!viewer->message_is_error && clock_seconds() > viewer->message_until)
        viewer->message[0] = '\0';
    const bool is_shown = viewer->message_is_error || viewer->panel_shown;
    return is_shown && viewer->message[0] ? viewer->message : NULL;
}

// ---- what keys ask for

void viewer_reload(struct viewer *viewer)
{
    struct error error;
    struct gpu *gpu = &viewer->lab.gpu;
    forget_error(viewer);
    if (program_cache_reload(&gpu->programs, &error) && lab_rebuild(&viewer->lab, &error))
        viewer_say(viewer, "shaders read again");
    else
        viewer_complain(viewer, &error);
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

void viewer_write_picture(struct viewer *viewer)
{
    char name[64];
    struct error error = {
        "halation_0001.png to halation_9999.png are there already; move them away"
    };
    struct image image;
    struct image_texts texts = { 0 };
    texture_read(&viewer->lab.side.output, IMAGE_TYPE_U8, &image);
    capture_describe(&viewer->lab, viewer->time, &texts);
    if (free_name(name, sizeof(name)) && image_write(&image, &texts, name, &error)) {
        viewer_say(viewer, "wrote %s", name);
        puts(name);
        fflush(stdout);
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
    if (!lab_resize(&viewer->lab, width, height, &error) && !viewer->message_is_error)
        viewer_complain(viewer, &error);
    pass_stats_clear(&viewer->stats);
}

static void remember_chain(struct viewer *viewer)
{
    if (chain_equal(&viewer->chain, &viewer->running))
        return;
    const bool held = panel_is_held();
    if (held && viewer->dragging)
        history_replace(&viewer->history, &viewer->chain);
    else
        history_push(&viewer->history, &viewer->chain);
    viewer->dragging = held;
    viewer->running = viewer->chain;
    forget_error(viewer);
}

static void apply_chain(struct viewer *viewer)
{
    struct error error;
    struct chain chain = viewer->chain;
    if (viewer->viewing_step)
        edit_cut(&chain, viewer->step);
    if (!panel_is_held())
        viewer->dragging = false;
    if (!chain_equal(&chain, &viewer->lab.side.chain) &&
        !lab_set_chain(&viewer->lab, &chain, &error)) {
        viewer_complain(viewer, &error);
        viewer->chain = viewer->running;
        return;
    }
    remember_chain(viewer);
}

static void apply_scene(struct viewer *viewer)
{
    struct error error;
    const struct scene_choice *running = &viewer->lab.scene;
    if (viewer->scene.scene == running->scene &&
        (!running->scene->params ||
         param_all_equal(running->scene->params, viewer->scene.params, running->params)))
        return;
    if (lab_set_scene(&viewer->lab, &viewer->scene, &error)) {
        forget_error(viewer);
    } else {
        viewer_complain(viewer, &error);
        viewer->scene = *running;
    }
}

// Each key is a state of its own to undo, however many arrive before the next frame.
static void on_key(void *data, int key, unsigned modifiers, bool repeated)
{
    struct viewer *viewer = data;
    if (panel_wants_keys())
        return;
    controls_press(viewer, key, modifiers, repeated);
    apply_chain(viewer);
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

static void draw_panel(struct viewer *viewer)
{
    struct panel_view view = {
        .chain = &viewer->chain,
        .scene = &viewer->scene,
        .step = &viewer->step,
        .param = &viewer->param,
        .stats = &viewer->stats,
        .renderer = viewer->lab.gpu.info.renderer,
        .width = viewer->lab.plan_options.width,
        .height = viewer->lab.plan_options.height,
        .frame_seconds = viewer->frame_seconds,
        .paused = viewer->paused,
        .viewing_step = viewer->viewing_step,
        .panel_shown = viewer->panel_shown,
        .help_shown = viewer->help_shown,
        .message = message_now(viewer),
        .message_is_error = viewer->message_is_error,
    };
    panel_draw(&view, NULL);
}

static void draw(struct viewer *viewer, int width, int height)
{
    apply_size(viewer, width, height);
    apply_scene(viewer);
    apply_chain(viewer);
    lab_draw(&viewer->lab, viewer->time);
    collect_times(viewer);
    present_draw(&viewer->lab.gpu, &viewer->lab.side.output, NULL, width, height);
    draw_panel(viewer);
    window_swap(&viewer->window);
}

static void advance(struct viewer *viewer, double *last)
{
    const double now = clock_seconds(), passed = now - *last;
    *last = now;
    if (!viewer->paused)
        viewer->time += passed < 0.25 ? passed : 0.25; // the window may have been hidden for long
    const double weight = viewer->frame_seconds > 0 ? 0.1 : 1;
    viewer->frame_seconds += weight * (passed - viewer->frame_seconds);
}

static bool is_still(const struct viewer *viewer)
{
    return !viewer->redraw_always && (viewer->paused || !viewer->lab.scene.scene->animated);
}

static void loop(struct viewer *viewer)
{
    double last = clock_seconds();
    int due = 1; // frames to draw although nothing moves: the panel answers a frame late
    while (!window_is_closing(&viewer->window)) {
        int width, height;
        window_size(&viewer->window, &width, &height);
        const bool is_hidden = width < 1 || height < 1;
        const bool waits = is_hidden || (is_still(viewer) && due == 0);
        window_handle_events(&viewer->window, waits ? 0.5 : 0);
        if (viewer->window.touched || viewer->message[0])
            due = SETTLING_FRAMES;
        viewer->window.touched = false;
        window_size(&viewer->window, &width, &height);
        if (width < 1 || height < 1 || (is_still(viewer) && due == 0))
            continue;
        advance(viewer, &last);
        draw(viewer, width, height);
        log_objects(viewer, last);
        due = due > 0 ? due - 1 : 0;
    }
}

// ---- begin and end

static void begin(struct viewer *viewer, const struct options *options)
{
    viewer->chain = viewer->running = viewer->first = options->chain;
    viewer->scene = options->scene;
    history_init(&viewer->history, &options->chain);
    viewer->preset = options->chain_name ? preset_find(options->chain_name) : -1;
    viewer->time = options->time;
    viewer->redraw_always = options->redraw_always;
    viewer->panel_shown = true;
    pass_stats_init(&viewer->stats, VIEWER_FRAMES);
    panel_init(viewer->window.handle, window_scale(&viewer->window));
    window_set_size(&viewer->window, viewer->lab.plan_options.width,
                    viewer->lab.plan_options.height);
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
    begin(viewer, options);
    if (viewer->lab.saves_samples)
        viewer_say(viewer, "1 sample a pixel, for this GPU is slow; pictures have 4: --msaa 4");
    loop(viewer);
    panel_finish();
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
        .on_key = on_key,
        .data = &viewer,
    };
    if (!window_init(&viewer.window, &desc, &error))
        return complain(EXIT_MACHINE, &error);
    const int status = run(&viewer, options);
    window_finish(&viewer.window);
    return status;
}
