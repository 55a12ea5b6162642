#include "app/picture/capture_view.h"

#include "app/edit/edit.h"
#include "app/text/wrap.h"
#include "render/file/processors.h"
#include "render/gpu_timer.h"
#include "render/shader_source.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- texts

void capture_describe_time(double time, char out[static CAPTURE_TIME_SIZE])
{
    enum { FEW = 9, ALL = 17 };
    for (int digits = FEW; digits <= ALL; digits++) {
        snprintf(out, CAPTURE_TIME_SIZE, "%.*g", digits, time);
        if (strtod(out, NULL) == time)
            return;
    }
}

void capture_describe(const struct renderer *renderer, const struct chain *chain, double time,
                      int frame, struct image_texts *texts)
{
    char text[CHAIN_TEXT_SIZE];
    image_texts_add(texts, "Software", "halation " HALATION_VERSION);
    if (chain) {
        chain_print(chain, text, sizeof(text));
        image_texts_add(texts, "chain", text);
        if (chain_print_files(chain, text, sizeof(text)) > 0)
            image_texts_add(texts, "files", text);
        if (shader_source_print_changes(shader_source_directory(), text, sizeof(text)))
            image_texts_add(texts, "shaders", text);
        scene_print(&renderer->scene, text, sizeof(text));
        image_texts_add(texts, "scene", text);
    }
    snprintf(text, sizeof(text), "%dx%d", renderer->plan_options.width,
             renderer->plan_options.height);
    image_texts_add(texts, "size", text);
    capture_describe_time(time, text);
    image_texts_add(texts, "time", text);
    snprintf(text, sizeof(text), "%d", frame);
    if (chain && chain_is_animated(chain) && frame > 0)
        image_texts_add(texts, "frame", text);
    image_texts_add(texts, "format", texture_format_name(renderer->plan_options.format));
    image_texts_add(texts, "fuse", plan_fuse_names[renderer->plan_options.fuse]);
    snprintf(text, sizeof(text), "%d", renderer->samples);
    image_texts_add(texts, "msaa", text);
    snprintf(text, sizeof(text), "%g", renderer->scene_scale);
    image_texts_add(texts, "scene-scale", text);
    snprintf(text, sizeof(text), "%dx", renderer->plan_options.hook_size);
    if (renderer->plan_options.hook_size > 1)
        image_texts_add(texts, "hook-size", text);
    image_texts_add(texts, "renderer", renderer->gpu.info.renderer);
    image_texts_add(texts, "driver", renderer->gpu.info.driver);
    image_texts_add(texts, "processor", processor_name());
}

void capture_times_print(const struct renderer *renderer, const struct pass_stats *stats, FILE *out)
{
    struct pass_line *rows = memory_new(GPU_TIMER_MAX_SCOPES, sizeof(*rows));
    char frames[48] = "one frame";
    if (stats->frames > 1)
        snprintf(frames, sizeof(frames), "median of %d frames", stats->frames);
    wrap_printf(out, WRAP_AGAIN, "%s, %dx%d %s, %s", renderer->gpu.info.renderer,
                renderer->plan_options.width, renderer->plan_options.height,
                texture_format_name(renderer->plan_options.format), frames);
    pass_table_print(out, rows, pass_table_rows(stats, 0, rows));
    free(rows);
}

void capture_times_line(const struct capture_view *view, const struct pass_stats *stats,
                        char out[CAPTURE_TIMES_SIZE])
{
    const struct texture *picture = capture_view_texture(view);
    struct pass_row frame;
    const int length =
        snprintf(out, CAPTURE_TIMES_SIZE, ", %dx%d", picture->width, picture->height);
    if (stats->frames == 0)
        return;
    pass_stats_row(stats, 0, &frame);
    snprintf(out + length, CAPTURE_TIMES_SIZE - (size_t) length, ", GPU %.3f ms",
             frame.time.median);
}

// ---- paths of passes

static const char *path_name(const void *set, int i)
{
    const struct capture_passes *passes = set;
    return i < passes->count ? passes->paths[i] : NULL;
}

void capture_passes_list(struct capture_passes *passes, const struct pass_stats *tree,
                         const char *step, size_t length)
{
    passes->count = 0;
    for (int i = 1; i < tree->count; i++) {
        struct pass_place place;
        pass_place_of(tree, i, &place);
        if (tree->scopes[i].depth > 1 && tree->scopes[i].has_image &&
            pass_stats_is_innermost(tree, i) && strncmp(place.path, step, length) == 0)
            strcpy(passes->paths[passes->count++], place.path);
    }
}

// ---- passes and their steps

bool capture_pass_is_of(const struct pass_place *place, const char *step)
{
    const size_t length = strcspn(place->path, "/");
    return strncmp(place->path, step, length) == 0 && step[length] == '\0';
}

const struct plan_node *capture_pass_node(const struct plan *plan, const struct pass_place *place)
{
    int step = place->step;
    plan_for_each(node, plan)
        if (capture_pass_is_of(place, node->label) && --step == 0)
            return node;
    return NULL;
}

bool capture_pass_is_display(const struct plan *plan, const struct pass_place *place)
{
    const struct plan_node *node = capture_pass_node(plan, place);
    return node && (place->ends_step ? node->is_display_output : node->is_display_input);
}

// ---- the view

static bool is_linear(const struct picture_options *options)
{
    return options->path && image_path_is_linear(options->path);
}

static bool is_path_of_scopes(const char *at)
{
    return at && strchr(at, '/');
}

bool capture_view_cut(struct draw_options *draw, const struct picture_options *options,
                      struct error *error)
{
    struct chain *chain = &draw->chain;
    int step;
    draw->is_linear = is_linear(options) && !is_path_of_scopes(options->at);
    draw->as_floats = is_linear(options) && options->light_depth != 16;
    if (!options->at || is_path_of_scopes(options->at))
        return true;
    if (!edit_find_step(chain, options->at, &step, error))
        return false;
    edit_cut(chain, step);
    const struct chain_step *display = chain_find_display(chain);
    return !display || !is_linear(options) ||
           error_set(error,
                     "--at: %s has display values from step %d on; write a .png, for .exr, .hdr "
                     "and .pfm hold linear light",
                     options->at, (int) (display - chain->steps) + 1);
}

void capture_view_init(struct capture_view *view, const struct picture_options *options, int depth,
                       struct renderer *renderer)
{
    *view = (struct capture_view){
        .renderer = renderer,
        .at = options->at,
        .path = is_path_of_scopes(options->at) ? options->at : NULL,
        .format = { .is_y4m = options->is_y4m,
                    .type = is_linear(options) ? IMAGE_TYPE_F32
                            : depth == 16      ? IMAGE_TYPE_U16
                                               : IMAGE_TYPE_U8,
                    .as_halves = options->light_depth == 16,
                    .fps = options->fps },
    };
    if (view->path)
        gpu_reset_snapshot(&renderer->gpu, view->path);
}

bool capture_view_find(struct capture_view *view, const struct gpu_frame *frame,
                       struct error *error)
{
    const struct renderer *renderer = view->renderer;
    struct pass_place place = { .number = 1 }; // the first pass of that path in the frame
    struct pass_stats tree;
    if (!view->path)
        return true;
    pass_stats_init(&tree, 1);
    pass_stats_add(&tree, frame);
    snprintf(place.path, sizeof(place.path), "%s", view->path);
    const int scope = pass_place_find(&tree, &place);
    pass_place_of(&tree, scope, &place);
    const bool is_seen = renderer->gpu.snapshot.seen;
    if (!is_seen) { // names the passes of the path's step, or of all steps if there is none
        struct capture_passes *paths = memory_new(1, sizeof(*paths));
        const size_t length = strlen(view->path);
        capture_passes_list(paths, &tree, view->path, strcspn(view->path, "/") + 1);
        if (paths->count == 0)
            capture_passes_list(paths, &tree, "", 0);
        error_set(error,
                  scope >= 0 ? "--at: pass '%.*s' writes no image; there is "
                             : "--at: no pass '%.*s'; there is ",
                  names_shown(length), view->path);
        names_append(error, (&(struct names){ path_name, paths }), view->path, length);
        free(paths);
    }
    pass_stats_finish(&tree);
    if (!is_seen)
        return false;
    const bool is_display = capture_pass_is_display(&renderer->side.plan, &place),
               is_light = view->format.type == IMAGE_TYPE_F32;
    if (is_light && is_display)
        return error_set(error, "--at: '%s' has display values; write a .png", view->path);
    view->format.encodes = !is_light && !is_display;
    return true;
}

const struct texture *capture_view_texture(const struct capture_view *view)
{
    return view->path ? &view->renderer->gpu.snapshot.texture : &view->renderer->side.output;
}

enum image_type capture_view_type(const struct capture_view *view)
{
    return view->path ? IMAGE_TYPE_F32 : view->format.type;
}

int capture_view_read(struct capture_view *view, const struct gpu_frame *frame, struct image *image,
                      struct error *error)
{
    if (!renderer_check_fault(view->renderer, true, error))
        return EXIT_FAILURE;
    if (!capture_view_find(view, frame, error))
        return EXIT_USAGE;
    texture_read(capture_view_texture(view), capture_view_type(view), image);
    return frame_convert(&view->format, image, error) ? EXIT_SUCCESS : EXIT_FAILURE;
}

void capture_view_describe(const struct capture_view *view, double time, int frame,
                           struct image_texts *texts)
{
    capture_describe(view->renderer, &view->renderer->side.chain, time, frame, texts);
    if (view->at)
        image_texts_add(texts, "at", view->at);
}
