#include "render/file/file_watch.h"

#define LOG_MODULE "files"
#include "render/file/file_path.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

// Marks the watched files that were written. In a folder that is watched whole, files of editors do
// not count.
static void read_events(struct file_watch *watch, double now)
{
    _Alignas(struct inotify_event) char bytes[4096];
    ssize_t length;
    while (watch->is_open && (length = read(watch->descriptor, bytes, sizeof(bytes))) > 0) {
        const struct inotify_event *event;
        for (ssize_t at = 0; at < length; at += (ssize_t) (sizeof(*event) + event->len)) {
            event = (const void *) (bytes + at);
            const char *name = event->len > 0 ? event->name : "";
            const bool is_of_editor =
                name[0] == '.' || !strchr(name, '.') || name[strlen(name) - 1] == '~';
            for (int i = 0; i < watch->count; i++) {
                struct watched_file *file = &watch->files[i];
                const char *own = file_path_name(file->path);
                if (file->folder < 0 || file->folder != event->wd ||
                    (*own ? strcmp(own, name) != 0 : is_of_editor))
                    continue;
                file->is_written = true;
                watch->due = now + FILE_WATCH_QUIET;
            }
        }
    }
}

// ---- what is watched

static bool is_as_before(const struct file_watch *watch, const char *const paths[], int count)
{
    if (watch->count != count)
        return false;
    for (int i = 0; i < count; i++)
        if (strcmp(watch->files[i].path, paths[i]) != 0)
            return false;
    return true;
}

// Opens a new inotify descriptor, which drops the watches of folders that are no longer needed.
void file_watch_set(struct file_watch *watch, const char *const paths[], int count)
{
    struct file_watch before = *watch;
    if (is_as_before(watch, paths, count))
        return;
    read_events(&before, before.due);
    *watch = (struct file_watch){ .count = count, .due = before.due };
    watch->files = memory_new((size_t) count + 1, sizeof(*watch->files));
    if (count > 0) {
        watch->descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
        watch->is_open = watch->descriptor >= 0;
        if (!watch->is_open)
            log_info("files that change are not noticed: the system gives no more watches");
    }
    for (int i = 0; i < count; i++) {
        struct watched_file *file = &watch->files[i];
        char *folder = memory_copy(paths[i]);
        folder[file_path_name(paths[i]) - paths[i]] = '\0';
        *file = (struct watched_file){ .path = memory_copy(paths[i]), .folder = -1 };
        if (watch->is_open)
            file->folder = inotify_add_watch(watch->descriptor, *folder ? folder : ".",
                                             IN_CLOSE_WRITE | IN_MOVED_TO);
        free(folder);
        for (int k = 0; k < before.count; k++)
            file->is_written |=
                before.files[k].is_written && strcmp(before.files[k].path, file->path) == 0;
    }
    file_watch_finish(&before);
}

void file_watch_finish(struct file_watch *watch)
{
    if (watch->is_open)
        close(watch->descriptor);
    for (int i = 0; i < watch->count; i++)
        free(watch->files[i].path);
    free(watch->files);
    *watch = (struct file_watch){ 0 };
}

bool file_watch_is_pending(const struct file_watch *watch)
{
    return watch->due > 0;
}

bool file_watch_poll(struct file_watch *watch, double now)
{
    if (!file_watch_is_pending(watch))
        for (int i = 0; i < watch->count; i++)
            watch->files[i].is_written = false;
    read_events(watch, now);
    if (!file_watch_is_pending(watch) || now < watch->due)
        return false;
    watch->due = 0;
    return true;
}
