#include "app/picture/capture_view.h"

#include "app/lab/edit/edit.h"
#include "app/picture/capture_describe.h"
#include "app/picture/pass_view.h"
#include "render/gpu_timer.h"
#include "render/text/error.h"
#include "render/text/names.h"

#include <stdio.h>
#include <string.h>

// ---- capture paths

enum { PATH_SIZE = 2 * GPU_SCOPE_NAME_SIZE };

struct paths {
    int count;
    char texts[GPU_TIMER_MAX_SCOPES][PATH_SIZE];
};

static const char *path_name(const void *set, int i)
{
    const struct paths *paths = set;
    return i < paths->count ? paths->texts[i] : NULL;
}

// A scope with scopes inside is no pass.
static bool is_innermost(const struct gpu_frame *frame, int i)
{
    return i + 1 == frame->count || frame->scopes[i + 1].depth <= frame->scopes[i].depth;
}

// Collects the passes inside steps, "dual/up 640x360", of the step that `step` begins with, or of
// all. Row 0 is the whole frame, its children are the steps.
static void collect_passes(struct paths *paths, const struct gpu_frame *frame, const char *step,
                           size_t length)
{
    char now[PATH_SIZE] = "";
    size_t ends[GPU_TIMER_MAX_DEPTH] = { 0 }; // of the path down to each depth
    paths->count = 0;
    for (int i = 1; i < frame->count; i++) {
        const int depth = frame->scopes[i].depth;
        const size_t begin = ends[depth - 1];
        snprintf(now + begin, sizeof(now) - begin, "%s%s", begin ? "/" : "", frame->scopes[i].name);
        ends[depth] = strlen(now);
        if (depth > 1 && is_innermost(frame, i) && strncmp(now, step, length) == 0)
            strcpy(paths->texts[paths->count++], now);
    }
}

// Refuses a path of --at that no pass of the frame has. Names the passes of its step, or, where no
// step is called so, all of them, and the nearest. Returns false.
static bool capture_refuse_path(const struct gpu_frame *frame, const char *path,
                                struct error *error)
{
    static struct paths paths;
    collect_passes(&paths, frame, path, strcspn(path, "/") + 1);
    if (paths.count == 0)
        collect_passes(&paths, frame, "", 0);
    error_set(error, "--at: no pass '%.*s'; there is ", names_shown(strlen(path)), path);
    return names_append(error, (&(struct names){ path_name, &paths }), path, strlen(path));
}

// ---- capture view

static bool is_path_of_scopes(const char *at)
{
    return at && strchr(at, '/');
}

bool capture_view_cut(struct options *options, struct error *error)
{
    int step;
    if (!options->picture.at || is_path_of_scopes(options->picture.at))
        return true;
    if (!edit_find_step(&options->draw.chain, options->picture.at, &step, error))
        return false;
    edit_cut(&options->draw.chain, step);
    for (int i = 0; i <= step && image_path_is_linear(options->picture.path); i++)
        if (!options->draw.chain.steps[i].off &&
            effect_makes_display(options->draw.chain.steps[i].effect))
            return error_set(error,
                             "--at: %s has display values from step %d on; write a .png, for .exr, "
                             ".hdr and .pfm hold linear light",
                             options->picture.at, i + 1);
    return true;
}

bool capture_view_is_linear(const struct options *options)
{
    return image_path_is_linear(options->picture.path) && !is_path_of_scopes(options->picture.at);
}

void capture_view_init(struct capture_view *view, const struct options *options, struct lab *lab)
{
    enum image_type type = options->draw.depth == 16 ? IMAGE_TYPE_U16 : IMAGE_TYPE_U8;
    if (image_path_is_linear(options->picture.path))
        type = IMAGE_TYPE_F32;
    *view = (struct capture_view){
        .at = options->picture.at,
        .path = is_path_of_scopes(options->picture.at) ? options->picture.at : NULL,
        .format = { .stream = options->picture.stream,
                    .type = type,
                    .as_halves = options->picture.light_depth == 16,
                    .fps = options->picture.fps },
    };
    if (view->path)
        gpu_set_watch(&lab->gpu, view->path);
}

// The first pass of that path in the frame.
static struct pass_place place_of(const struct gpu_frame *frame, const char *path)
{
    struct pass_place place = { .number = 1 };
    struct pass_stats tree;
    pass_stats_init(&tree, 1);
    pass_stats_add(&tree, frame);
    snprintf(place.path, sizeof(place.path), "%s", path);
    pass_place_of(&tree, pass_place_find(&tree, &place), &place);
    pass_stats_finish(&tree);
    return place;
}

bool capture_view_find(struct capture_view *view, const struct lab *lab,
                       const struct gpu_frame *frame, struct error *error)
{
    if (!view->path)
        return true;
    if (!lab->gpu.watch.seen)
        return capture_refuse_path(frame, view->path, error);
    const struct pass_place place = place_of(frame, view->path);
    const bool is_display = pass_view_is_display(&lab->side.plan, &place),
               is_light = view->format.type == IMAGE_TYPE_F32;
    if (is_light && is_display)
        return error_set(error, "--at: '%s' has display values; write a .png", view->path);
    view->format.encodes = !is_light && !is_display;
    return true;
}

const struct texture *capture_view_texture(const struct capture_view *view, const struct lab *lab)
{
    return view->path ? &lab->gpu.watch.texture : &lab->side.output;
}

enum image_type capture_view_type(const struct capture_view *view)
{
    return view->path ? IMAGE_TYPE_F32 : view->format.type;
}

void capture_view_describe(const struct capture_view *view, const struct lab *lab, double time,
                           struct image_texts *texts)
{
    capture_describe(lab, &lab->side.chain, time, texts);
    if (view->at)
        image_texts_add(texts, "at", view->at);
}
