#include "app/picture/capture.h"

#include "app/edit/edit.h"
#include "app/headless.h"
#include "app/measure/pass_table.h"
#include "app/picture/capture_paths.h"
#include "app/picture/frame_name.h"
#include "app/picture/times_overlay.h"
#include "app/text/clock.h"
#include "app/text/complain.h"
#include "app/text/wrap.h"
#include "effects/colour.h"
#include "render/image/srgb.h"
#include "render/paint/font.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_FRAMES = 60, TIMED_FRAMES = 9, NAME_SIZE = 1024 };

static const double timing_budget = 0.25; // seconds for repeats of a picture, to time it

struct capture {
    const struct options *options;
    struct lab *lab;
    struct font *font; // of the overlay; NULL: none is wanted
    struct pass_stats stats;
    const struct gpu_frame *frame; // drawn last
    int failure; // the exit status of an error: the user's, the GPU's or the disk's
};

static void describe_subject(const struct lab *lab, const struct chain *chain,
                             struct image_texts *texts)
{
    char text[CHAIN_TEXT_SIZE];
    chain_print(chain, text, sizeof(text));
    image_texts_add(texts, "chain", text);
    const struct scene_choice scene = lab_seen_scene(lab);
    scene_print(&scene, text, sizeof(text));
    image_texts_add(texts, "scene", text);
}

void capture_describe(const struct lab *lab, const struct chain *chain, double time,
                      struct image_texts *texts)
{
    char text[64];
    image_texts_add(texts, "Software", "halation " HALATION_VERSION);
    if (chain)
        describe_subject(lab, chain, texts);
    snprintf(text, sizeof(text), "%dx%d", lab->plan_options.width, lab->plan_options.height);
    image_texts_add(texts, "size", text);
    snprintf(text, sizeof(text), "%.9g", time);
    image_texts_add(texts, "time", text);
    image_texts_add(texts, "format", texture_format_name(lab->plan_options.format));
    image_texts_add(texts, "fuse", plan_fuse_names[lab->plan_options.fuse]);
    snprintf(text, sizeof(text), "%d", lab->samples);
    image_texts_add(texts, "msaa", text);
    snprintf(text, sizeof(text), "%g", (double) lab->scene_scale);
    image_texts_add(texts, "scene-scale", text);
    image_texts_add(texts, "renderer", lab->gpu.info.renderer);
}

// ---- what is seen

static bool is_path_of_scopes(const char *at)
{
    return at && strchr(at, '/');
}

// Switches off all steps after the one that --at names.
static bool cut_chain(struct options *options, struct error *error)
{
    int step;
    if (!options->at || is_path_of_scopes(options->at))
        return true;
    if (!edit_find_step(&options->chain, options->at, &step, error))
        return false;
    edit_cut(&options->chain, step);
    for (int i = 0; i <= step && image_path_is_linear(options->path); i++)
        if (!options->chain.steps[i].off && effect_makes_display(options->chain.steps[i].effect))
            return error_set(error,
                             "--at: %s has display values from step %d on; write a .png, for .exr, "
                             ".hdr and .pfm hold linear light",
                             options->at, i + 1);
    return true;
}

// Returns whether the watched pass puts out display values: it does where its step does; a scene is
// linear.
static bool watch_is_display(const struct lab *lab)
{
    const char *path = lab->gpu.watch.path;
    const size_t length = strcspn(path, "/");
    for (int i = 0; i < lab->side.plan.count; i++) {
        const struct plan_node *node = &lab->side.plan.nodes[i];
        if (strncmp(node->label, path, length) == 0 && node->label[length] == '\0')
            return node->puts_out_display;
    }
    return false;
}

// Turns premultiplied light into straight display values, in place and as the effect does.
static void encode_light(struct image *image)
{
    const size_t count = (size_t) image->width * (size_t) image->height;
    float *texel = image->texels;
    for (size_t i = 0; i < count; i++, texel += 4) {
        const double cover = colour_cover((double) texel[3]);
        for (int c = 0; c < 3; c++)
            texel[c] = (float) srgb_encode(fmax((double) texel[c] / cover, 0));
    }
}

// Refuses a picture that is not finite, a fault of the program's, and frees it.
static bool check_finite(struct capture *capture, struct image *light, struct error *error)
{
    if (image_check_finite(light, error))
        return true;
    capture->failure = EXIT_FAILURE;
    image_finish(light);
    return false;
}

static bool read_watch(struct capture *capture, enum image_type type, struct image *image,
                       struct error *error)
{
    const struct gpu_watch *watch = &capture->lab->gpu.watch;
    const bool is_display = watch_is_display(capture->lab);
    if (!watch->seen)
        return capture_refuse_path(capture->frame, watch->path, error);
    if (type == IMAGE_TYPE_F32 && is_display)
        return error_set(error, "--at: '%s' has display values; write a .png", watch->path);
    struct image light;
    texture_read(&watch->texture, IMAGE_TYPE_F32, &light);
    if (!check_finite(capture, &light, error))
        return false;
    if (type == IMAGE_TYPE_F32) {
        *image = light;
        return true;
    }
    if (!is_display)
        encode_light(&light);
    image_convert(&light, type, image);
    image_finish(&light);
    return true;
}

static bool read_picture(struct capture *capture, struct image *image, struct error *error)
{
    const struct options *options = capture->options;
    enum image_type type = options->depth == 16 ? IMAGE_TYPE_U16 : IMAGE_TYPE_U8;
    if (image_path_is_linear(options->path))
        type = IMAGE_TYPE_F32;
    if (is_path_of_scopes(options->at))
        return read_watch(capture, type, image, error);
    texture_read(&capture->lab->side.output, type, image);
    return type != IMAGE_TYPE_F32 || check_finite(capture, image, error);
}

// ---- files

static bool lay_times(struct capture *capture, struct image *image, struct error *error)
{
    return times_overlay_draw(image, capture->lab, capture->options->time, capture->font,
                              &capture->stats, error) ||
           error_prefix(error, "--overlay: ");
}

static bool write_frame(struct capture *capture, const char *path, double time, struct error *error)
{
    struct image image;
    struct image_texts texts = { 0 };
    if (!lab_check_fault(capture->lab, true, error)) {
        capture->failure = EXIT_FAILURE;
        return false;
    }
    if (!read_picture(capture, &image, error))
        return false;
    if (capture->font && !lay_times(capture, &image, error)) {
        image_finish(&image);
        return false;
    }
    capture_describe(capture->lab, &capture->lab->side.chain, time, &texts);
    if (capture->options->at)
        image_texts_add(&texts, "at", capture->options->at);
    if (capture->font)
        image_texts_add(&texts, "overlay", "GPU times");
    const bool is_half = capture->options->light_depth == 16;
    const bool written = (is_half ? image_write_halves : image_write)(&image, &texts, path, error);
    if (!written)
        capture->failure = EXIT_MACHINE; // the path had been found good
    image_texts_finish(&texts);
    image_finish(&image);
    return written;
}

static void draw_frame(struct capture *capture, double time, bool counts)
{
    lab_draw(capture->lab, time);
    capture->frame = gpu_timer_collect(&capture->lab->gpu.timer, true);
    if (capture->frame && counts)
        pass_stats_add(&capture->stats, capture->frame);
}

// A first frame compiles and wakes the GPU, so its times say little: the picture is drawn a few
// times more.
static bool run_screenshot(struct capture *capture, struct error *error)
{
    const struct options *options = capture->options;
    draw_frame(capture, options->time, false);
    if (!write_frame(capture, options->path, options->time, error))
        return false;
    if (capture->font)
        return true; // it has timed it
    const double start = clock_seconds();
    for (int i = 0; i < TIMED_FRAMES && (i == 0 || clock_seconds() - start < timing_budget); i++)
        draw_frame(capture, options->time, true);
    return true;
}

static int count_frames(const struct options *options)
{
    return options->frames > 0 ? options->frames : DEFAULT_FRAMES;
}

static bool run_sequence(struct capture *capture, struct error *error)
{
    const struct options *options = capture->options;
    const int frames = count_frames(options);
    for (int i = 0; i < frames; i++) {
        const double time = options->time + i / options->fps;
        char name[NAME_SIZE] = "-";
        if (strcmp(options->path, "-") != 0 &&
            !frame_name(options->path, i, name, sizeof(name), error))
            return false;
        draw_frame(capture, time, i > 0 || frames == 1);
        if (!write_frame(capture, name, time, error))
            return false;
    }
    return true;
}

// Prints the times on stdout, unless the picture itself goes there.
static void print_table(const struct capture *capture)
{
    static struct result rows[GPU_TIMER_MAX_SCOPES];
    const struct lab *lab = capture->lab;
    if (strcmp(capture->options->path, "-") == 0)
        return;
    char frames[48] = "one frame";
    if (capture->stats.frames > 1)
        snprintf(frames, sizeof(frames), "median of %d frames", capture->stats.frames);
    wrap_printf(stdout, 2, "%s, %dx%d %s, %s", lab->gpu.info.renderer, lab->plan_options.width,
                lab->plan_options.height, texture_format_name(lab->plan_options.format), frames);
    pass_table_print(stdout, rows, pass_table_rows(&capture->stats, rows), false);
}

// Says which files were written.
static void say_written(const struct options *options)
{
    const int frames = count_frames(options);
    char first[NAME_SIZE], last[NAME_SIZE];
    struct error error;
    if (options->mode != MODE_SEQUENCE)
        complain_if_unwritten(true, options->path, NULL);
    else if (!frame_name(options->path, 0, first, sizeof(first), &error) ||
             !frame_name(options->path, frames - 1, last, sizeof(last), &error))
        return; // to stdout
    else if (frames == 1)
        complain_if_unwritten(true, first, NULL);
    else
        log_note("wrote %d pictures, %s to %s", frames, first, last);
}

static void watch_path(struct capture *capture)
{
    if (is_path_of_scopes(capture->options->at))
        gpu_set_watch(&capture->lab->gpu, capture->options->at);
}

static int run_capture(struct capture *capture)
{
    struct error error;
    const bool is_sequence = capture->options->mode == MODE_SEQUENCE;
    watch_path(capture);
    if (!(is_sequence ? run_sequence : run_screenshot)(capture, &error))
        return complain(capture->failure, &error);
    print_table(capture);
    say_written(capture->options);
    return EXIT_SUCCESS;
}

static bool wants_light(const struct options *options)
{
    return image_path_is_linear(options->path) && !is_path_of_scopes(options->at);
}

int capture_run(const struct options *given)
{
    struct options options = *given;
    struct error error;
    struct headless headless;
    if (!cut_chain(&options, &error))
        return complain(EXIT_USAGE, &error);
    struct capture capture = {
        .options = &options,
        .lab = &headless.lab,
        .failure = EXIT_USAGE,
    };
    if (options.overlay && !(capture.font = font_open(NULL, &error)))
        return complain(EXIT_MACHINE, &error);
    int status = headless_open(&headless, &options, wants_light(&options));
    if (status == EXIT_SUCCESS) {
        pass_stats_init(&capture.stats, TIMED_FRAMES);
        status = run_capture(&capture);
        pass_stats_finish(&capture.stats);
    }
    headless_close(&headless);
    font_close(capture.font);
    return status;
}

int capture_picture(const struct options *given, struct error *error)
{
    struct options options = *given;
    struct headless headless;
    if (!cut_chain(&options, error))
        return EXIT_USAGE;
    struct capture capture = { .options = &options, .lab = &headless.lab, .failure = EXIT_USAGE };
    int status = headless_try(&headless, &options, wants_light(&options), error);
    if (status == EXIT_SUCCESS) {
        watch_path(&capture);
        draw_frame(&capture, options.time, false);
        if (!write_frame(&capture, options.path, options.time, error))
            status = capture.failure;
    }
    headless_close(&headless);
    return status;
}
