#include "app/picture/capture.h"

#include "app/picture/capture_view.h"
#include "app/picture/panel_colours.h"
#include "effects/palette/palette.h"
#include "effects/step_file.h"
#include "render/paint/font_file.h"
#include "render/paint/lettering.h"
#include "render/text/clock.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- overlay

bool capture_draw_text(struct image *image, const struct font *font, const char *text,
                       struct paint_area *area, struct error *error)
{
    enum { MIN_WIDTH = 200, MIN_HEIGHT = 90, MIN_SIZE = 11 };
    enum { LINES_OF_PICTURE = 52, SIZES_ACROSS = 44 };
    if (image->width < MIN_WIDTH || image->height < MIN_HEIGHT)
        return error_set(error, "times have room on pictures of %dx%d and more, and this is %dx%d",
                         MIN_WIDTH, MIN_HEIGHT, image->width, image->height);
    const int by_height = image->height / LINES_OF_PICTURE, by_width = image->width / SIZES_ACROSS;
    const int most = by_height < by_width ? by_height : by_width;
    const int size = most > MIN_SIZE ? most : MIN_SIZE, step = size * 5 / 4, pad = size * 4 / 5;
    const int lines = (image->height - 4 * pad) / step;
    const struct lettering letters = { font, size, panel_paint(&panel_colours.plain),
                                       .room = image->width - 4 * pad };
    int count = 0;
    for (const char *at = text; *at; at++)
        count += *at == '\n';
    const int shown = count < lines ? count : lines;
    *area = (struct paint_area){ pad, pad, 0, (shown - 1) * step + size + 2 * pad };
    for (int draws = 0; draws < 2; draws++) { // measures first
        const char *at = text;
        for (int i = 0; i < shown; i++, at += strcspn(at, "\n") + 1) {
            char line[512];
            snprintf(line, sizeof(line), "%.*s", (int) strcspn(at, "\n"), at);
            if (i + 1 == shown && shown < count)
                snprintf(line, sizeof(line), "… %d more lines", count - shown + 1);
            const int width = lettering_width(&letters, line) + 2 * pad;
            area->width = width > area->width ? width : area->width;
            if (draws)
                lettering_draw(image, &letters, 2 * pad, 2 * pad + i * step, line);
        }
        if (!draws)
            paint_fill(image, *area, panel_paint(&panel_colours.panel));
    }
    return true;
}

// Draws the table of passes over the picture. Returns the exit status.
static int draw_overlay(const struct renderer *renderer, const struct pass_stats *stats,
                        struct image *image, struct error *error)
{
    struct font *font = font_open(font_file_mono_path(), error);
    struct paint_area area;
    char *text = NULL;
    size_t size;
    if (!font)
        return EXIT_MACHINE;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        log_fatal_message("picture", "no memory for the times");
    capture_times_print(renderer, stats, out);
    fclose(out);
    const bool good = capture_draw_text(image, font, text, &area, error);
    font_close(font);
    free(text);
    if (good)
        return EXIT_SUCCESS;
    error_prefix(error, "--overlay: ");
    return EXIT_USAGE;
}

// ---- the palette

// Returns the last step that has a palette, or NULL.
static const struct chain_step *find_palette(const struct chain *chain)
{
    for (int i = chain->count - 1; i >= 0; i--) {
        const struct chain_step *step = &chain->steps[i];
        const struct param *row = param_find(step->effect->params, "palette");
        if (row && !step->off && step_file_is_given(param_const_field(row, step->params)))
            return step;
    }
    return NULL;
}

// Returns the palette of a side whose chain was checked. The plan stores it with the step's node,
// fused or not.
static const struct palette *palette_of(const struct side *side)
{
    const struct chain_step *step = find_palette(&side->chain);
    plan_for_each(node, &side->plan) {
        if (fused_steps_have(&node->fused, step))
            return node->fused.file;
        if (fused_steps_have(&node->after, step))
            return node->after.file;
    }
    return NULL;
}

// ---- the picture

// Returns the exit status.
static int write_picture(struct renderer *renderer, const struct draw_options *draw,
                         const struct picture_options *options, bool prints, struct error *error)
{
    enum { TIMED_FRAMES = 9 };
    static const double budget = 0.25; // seconds to repeat the picture
    const bool prints_table = prints && log_shows(LOG_LEVEL_DEBUG);
    struct capture_view view;
    struct pass_stats stats;
    struct image image = { 0 };
    struct image_texts texts = { 0 };
    char line[CAPTURE_TIMES_SIZE];
    pass_stats_init(&stats, TIMED_FRAMES);
    capture_view_init(&view, options, draw->depth, renderer);
    renderer_draw(renderer, draw->time);
    int status =
        capture_view_read(&view, gpu_timer_collect(&renderer->gpu.timer, true), &image, error);
    if (status == EXIT_SUCCESS) {
        capture_view_describe(&view, draw->time, renderer->frame - 1, &texts);
        // The first frame compiles and wakes the GPU, so its times mean little.
        const double start = clock_seconds();
        while ((options->overlay || prints_table) && stats.frames < stats.capacity &&
               (stats.frames == 0 || clock_seconds() - start < budget)) {
            renderer_draw(renderer, draw->time);
            pass_stats_add(&stats, gpu_timer_collect(&renderer->gpu.timer, true));
        }
        if (options->overlay) {
            image_texts_add(&texts, "overlay", "GPU times");
            status = draw_overlay(renderer, &stats, &image, error);
        }
    }
    if (status == EXIT_SUCCESS && !(view.format.as_halves ? image_write_halves : image_write)(
                                      &image, &texts, options->path, error))
        status = EXIT_MACHINE; // the path was checked before
    if (status == EXIT_SUCCESS && prints) {
        if (prints_table)
            capture_times_print(renderer, &stats, stdout);
        capture_times_line(&view, &stats, line);
        if (strcmp(options->path, "-") == 0)
            log_note("wrote a picture to stdout%s", line);
        else
            report_written(options->path, line);
    }
    image_texts_finish(&texts);
    image_finish(&image);
    pass_stats_finish(&stats);
    return status;
}

// Draws and writes the picture, and its palette, if paths for these are given, on the current
// context or on one of its own. Without `outputs` it prints nothing. Returns the exit status.
static int run(const struct draw_options *draw, const struct picture_options *options,
               const struct outputs *outputs, bool is_here, struct error *error)
{
    const char *palette = outputs ? outputs_path(outputs, OUTPUT_PALETTE) : NULL;
    struct draw_options cut = *draw;
    struct headless headless;
    struct renderer *renderer = &headless.renderer;
    if (!capture_view_cut(&cut, options, error))
        return EXIT_USAGE;
    if (palette && (cut.is_linear || !find_palette(&cut.chain))) {
        error_set(error, cut.is_linear ? "--output: light has no palette; write a .gpl with a .png"
                                       : "--output: no step of the chain has a palette; say "
                                         "--chain tonemap,dither:palette=auto:colors=16");
        return EXIT_USAGE;
    }
    int status = !is_here                               ? headless_try(&headless, &cut, error)
                 : renderer_init(renderer, &cut, error) ? EXIT_SUCCESS
                                                        : EXIT_USAGE;
    if (status == EXIT_SUCCESS && options->path)
        status = write_picture(renderer, draw, options, outputs != NULL, error);
    if (status == EXIT_SUCCESS && palette) {
        if (output_write(palette, palette_print, palette_of(&renderer->side), error))
            report_write(true, palette, NULL);
        else
            status = EXIT_MACHINE;
    }
    if (is_here)
        renderer_finish(renderer);
    else
        headless_close(&headless);
    return status;
}

int capture_run(const struct draw_options *draw, const struct picture_options *options,
                const struct outputs *outputs)
{
    struct error error;
    const int status = run(draw, options, outputs, false, &error);
    return status == EXIT_SUCCESS ? status : report_error(status, &error);
}

int capture_picture(const struct draw_options *draw, const struct picture_options *options,
                    struct error *error)
{
    return run(draw, options, NULL, false, error);
}

int capture_picture_here(const struct draw_options *draw, const struct picture_options *options,
                         struct error *error)
{
    return run(draw, options, NULL, true, error);
}
