#include "app/picture/capture_paths.h"

#include "render/text/names.h"

#include <stdio.h>
#include <string.h>

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

bool capture_refuse_path(const struct gpu_frame *frame, const char *path, struct error *error)
{
    static struct paths paths;
    collect_passes(&paths, frame, path, strcspn(path, "/") + 1);
    if (paths.count == 0)
        collect_passes(&paths, frame, "", 0);
    error_set(error, "--at: no pass '%.*s'; there is ", names_shown(strlen(path)), path);
    return names_append(error, (&(struct names){ path_name, &paths }), path, strlen(path));
}
