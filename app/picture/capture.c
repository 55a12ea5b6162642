#include "app/picture/capture.h"

#include "app/measure/frames.h"
#include "app/picture/capture_view.h"
#include "app/picture/times_plate.h"
#include "effects/palette/palette.h"
#include "render/paint/font.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_TIMED = 3, TIMED_FRAMES = 9 };

static const double timing_budget = 0.25, overlay_budget = 0.5; // seconds for repeats of a picture

struct capture {
    const struct picture_options *options;
    double time; // seconds
    struct renderer *renderer;
    struct font *font; // of the overlay; NULL: there is none
    bool prints;       // what was written
    struct capture_view view;
    struct pass_stats stats;
    const struct gpu_frame *frame; // drawn last
    int failure; // the exit status of an error: the user's, the GPU's or the disk's
};

// ---- overlay

// --overlay: measures the passes of a picture and copies of it, and draws the times over it.

static void draw_picture(void *data)
{
    const struct capture *capture = data;
    renderer_draw_in_frame(capture->renderer, capture->time);
}

static void count_frame(void *data, const struct gpu_frame *frame, double submit)
{
    (void) submit;
    struct capture *capture = data;
    pass_stats_add(&capture->stats, frame);
}

// Draws the renderer's picture several times, and draws the times on `image`, which was read back
// before. Fails if the picture is too small, or if an edited shader of the copies does not compile.
static bool draw_times(struct capture *capture, struct image *image, struct error *error)
{
    struct renderer *renderer = capture->renderer;
    const struct frames_subject warm = { .draw = draw_picture, .data = capture };
    const struct frames_subject chain = { .draw = draw_picture,
                                          .count = count_frame,
                                          .data = capture };
    struct frames frames;
    bool good =
        frames_init(&frames, &renderer->gpu, &renderer->source, capture->stats.capacity, error);
    if (good) {
        struct pass_line *rows = memory_new(GPU_TIMER_MAX_SCOPES, sizeof(*rows));
        struct pass_row copy;
        char head[512];
        frames_draw(&frames, &warm); // the first compiles
        frames_settle(&frames, true);
        const double start = clock_seconds();
        for (int i = 0; i < capture->stats.capacity &&
                        (i < LEAST_TIMED || clock_seconds() - start < overlay_budget);
             i++)
            frames_draw(&frames, &chain);
        frames_drain(&frames);
        snprintf(head, sizeof(head), "%s, %d × %d, %s", renderer->gpu.info.renderer,
                 renderer->plan_options.width, renderer->plan_options.height,
                 texture_format_name(renderer->plan_options.format));
        pass_stats_row(&frames.copied, frames_fastest_copy(&frames) + 1, &copy);
        const struct times_plate plate = {
            .font = capture->font,
            .head = head,
            .rows = rows,
            .count = pass_table_rows(&capture->stats, copy.time.median, rows),
        };
        good = times_plate_draw(image, &plate, NULL, error);
        free(rows);
    }
    frames_finish(&frames);
    return good || error_prefix(error, "--overlay: ");
}

// ---- capture

static bool write_picture(struct capture *capture, struct error *error)
{
    struct capture_view *view = &capture->view;
    struct image image;
    struct image_texts texts = { 0 };
    bool written = false;
    if (!renderer_check_fault(capture->renderer, true, error)) {
        capture->failure = EXIT_FAILURE;
        return false;
    }
    if (!capture_view_find(view, capture->frame, error))
        return false;
    texture_read(capture_view_texture(view), capture_view_type(view), &image);
    if (!frame_convert(&view->format, &image, error)) {
        capture->failure = EXIT_FAILURE;
    } else if (!capture->font || draw_times(capture, &image, error)) {
        capture_view_describe(view, capture->time, capture->renderer->frame - 1, &texts);
        if (capture->font)
            image_texts_add(&texts, "overlay", "GPU times");
        written = (view->format.as_halves ? image_write_halves : image_write)(
            &image, &texts, capture->options->path, error);
        if (!written)
            capture->failure = EXIT_MACHINE; // the path was checked before
    }
    image_texts_finish(&texts);
    image_finish(&image);
    return written;
}

static void draw_frame(struct capture *capture, bool counts)
{
    renderer_draw(capture->renderer, capture->time);
    capture->frame = gpu_timer_collect(&capture->renderer->gpu.timer, true);
    if (capture->frame && counts)
        pass_stats_add(&capture->stats, capture->frame);
}

// Prints one line, with --verbose also the picture's time and a table of its passes. The first
// frame compiles and wakes the GPU, so its times mean little: for these the picture is drawn a few
// more times, unless the overlay has already timed it.
static void print_written(struct capture *capture)
{
    const bool is_stdout = strcmp(capture->options->path, "-") == 0;
    const double start = clock_seconds();
    char line[CAPTURE_TIMES_SIZE];
    const bool draws_more = log_shows(LOG_LEVEL_DEBUG) && !capture->font;
    for (int i = 0;
         draws_more && i < TIMED_FRAMES && (i == 0 || clock_seconds() - start < timing_budget); i++)
        draw_frame(capture, true);
    if (log_shows(LOG_LEVEL_DEBUG))
        capture_times_print(capture->renderer, &capture->stats);
    capture_times_line(&capture->view, &capture->stats, line);
    if (is_stdout)
        log_note("wrote a picture to stdout%s", line);
    else
        report_written(capture->options->path, line);
}

// A capture draws on the current context, or on one that it creates. CAPTURE_PRINTS also prints the
// result.
enum capture_place { CAPTURE_HERE, CAPTURE_ALONE, CAPTURE_PRINTS };

// Draws and writes the picture, and its palette, if paths for these are given.
static int run(const struct draw_options *draw, const struct picture_options *options,
               const char *palette, enum capture_place place, struct error *error)
{
    const bool is_linear = capture_view_is_linear(options);
    struct draw_options cut = *draw;
    struct headless headless;
    struct capture capture = {
        .options = options,
        .time = draw->time,
        .renderer = &headless.renderer,
        .prints = place == CAPTURE_PRINTS && log_shows(LOG_LEVEL_NOTE),
        .failure = EXIT_USAGE,
    };
    if (!capture_view_cut(&cut, options, error) ||
        (palette && !capture_palette_check(&cut.chain, is_linear, error)))
        return EXIT_USAGE;
    if (options->overlay && !(capture.font = font_open(NULL, error)))
        return EXIT_MACHINE;
    int status = EXIT_SUCCESS;
    if (place != CAPTURE_HERE)
        status = headless_try(&headless, &cut, is_linear, error);
    else if (!renderer_init(&headless.renderer, &cut, is_linear, error))
        status = EXIT_USAGE;
    if (status == EXIT_SUCCESS && options->path) {
        pass_stats_init(&capture.stats, TIMED_FRAMES);
        capture_view_init(&capture.view, options, draw->depth, capture.renderer);
        draw_frame(&capture, false);
        if (!write_picture(&capture, error))
            status = capture.failure;
        else if (capture.prints)
            print_written(&capture);
        pass_stats_finish(&capture.stats);
    }
    if (status == EXIT_SUCCESS && palette) {
        if (output_write(palette, palette_print, capture_palette(&headless.renderer.side), error))
            report_write(true, palette, NULL);
        else
            status = EXIT_MACHINE;
    }
    if (place == CAPTURE_HERE)
        renderer_finish(&headless.renderer);
    else
        headless_close(&headless);
    font_close(capture.font);
    return status;
}

int capture_run(const struct draw_options *draw, const struct picture_options *options,
                const struct outputs *outputs)
{
    struct error error;
    const int status =
        run(draw, options, outputs_path(outputs, OUTPUT_PALETTE), CAPTURE_PRINTS, &error);
    return status == EXIT_SUCCESS ? status : report_error(status, &error);
}

int capture_picture(const struct draw_options *draw, const struct picture_options *options,
                    struct error *error)
{
    return run(draw, options, NULL, CAPTURE_ALONE, error);
}

int capture_picture_here(const struct draw_options *draw, const struct picture_options *options,
                         struct error *error)
{
    return run(draw, options, NULL, CAPTURE_HERE, error);
}
