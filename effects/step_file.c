#include "effects/step_file.h"

#include "render/file/input_file.h"
#include "render/frame_work.h"
#include "render/shader_source.h"
#include "render/text/clock.h"
#include "render/text/hash.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct file_version {
    struct file_version *next;
    const struct step_file_kind *kind;
    char *path;
    struct stat status;
    bool is_old_enough; // the file was at least 2 s old when it was read, so a later write changes
                        // its time
    uint64_t hash;
    void *made;
};

static struct file_version *files; // the most recently read version comes first

// ---- the versions that were read

// Returns true if the file need not be read again. A pipe can be read only once, and its time does
// not tell if it has changed.
static bool is_unchanged(const struct file_version *file, const struct stat *now)
{
    const struct stat *then = &file->status;
    if (then->st_ino != now->st_ino || then->st_dev != now->st_dev)
        return false;
    return S_ISFIFO(now->st_mode) || (file->is_old_enough && then->st_size == now->st_size &&
                                      then->st_mtim.tv_sec == now->st_mtim.tv_sec &&
                                      then->st_mtim.tv_nsec == now->st_mtim.tv_nsec);
}

// Returns the newest version of that path; NULL: the path was never read.
static struct file_version *find_newest(const char *path)
{
    struct file_version *file = files;
    while (file && strcmp(file->path, path) != 0)
        file = file->next;
    return file;
}

// ---- reading

// `edited`: the text that is read instead of the file; NULL: none.
static struct file_version *make_file(const struct step_file_kind *kind, const char *path,
                                      const char *edited, struct error *error)
{
    size_t size = edited ? strlen(edited) : 0;
    char *bytes =
        edited ? memory_copy(edited) : input_file_read_all(path, kind->most, &size, error);
    const bool is_binary = bytes && kind->is_text && memchr(bytes, '\0', size);
    if (is_binary)
        error_set(error, "it holds a zero, and is no text");
    if (is_binary || !bytes) {
        error_prefix(error, "cannot read the %s '%s': ", kind->what, path);
        free(bytes);
        return NULL;
    }
    const uint64_t hash = hash_bytes(HASH_BEGIN, bytes, size);
    struct file_version *file = files;
    while (file && !(file->kind == kind && file->hash == hash && strcmp(file->path, path) == 0))
        file = file->next;
    void *made = file ? file->made : kind->make(path, bytes, size, error);
    free(bytes);
    if (made && !file) {
        file = memory_new(1, sizeof(*file));
        *file = (struct file_version){
            .kind = kind, .path = memory_copy(path), .hash = hash, .made = made
        };
    }
    return file;
}

const void *step_file_read(const struct step_file_kind *kind, const char *path, struct error *error)
{
    // The status is taken before reading, so that the next call notices a write in between.
    struct stat now = { 0 };
    const bool is_there = stat(path, &now) == 0; // if it is not there, reading it sets the error
    const char *edited = shader_source_edited(path, true);
    struct file_version *file = find_newest(path);
    if (edited || !file || file->kind != kind || !is_there || !is_unchanged(file, &now)) {
        frame_work_begin(FRAME_WORK_FILE);
        file = make_file(kind, path, edited, error);
        frame_work_end();
        if (!file)
            return NULL;
        file->status = edited ? (struct stat){ 0 } : now; // no file has this status
        // The clocks of file systems have steps of some milliseconds to two seconds, within which
        // two writes have the same time.
        file->is_old_enough = clock_date() - now.st_mtim.tv_sec > 2;
        // The version of a path that was read last comes first.
        struct file_version **link = &files;
        while (*link && *link != file)
            link = &(*link)->next;
        if (*link)
            *link = file->next;
        file->next = files;
        files = file;
    }
    return file->made;
}

bool step_file_is_given(const char *name)
{
    return name[0] != '\0' && strcmp(name, "none") != 0;
}

void step_file_free_old(bool (*is_used)(const void *made, bool in_chains, const void *data),
                        const void *data)
{
    struct file_version **link = &files;
    while (*link) {
        struct file_version *file = *link;
        if (!file->kind->free || find_newest(file->path) == file ||
            is_used(file->made, file->kind->in_chains, data)) {
            link = &file->next;
            continue;
        }
        *link = file->next;
        file->kind->free(file->made);
        free(file->path);
        free(file);
    }
}

int step_file_count(void)
{
    int count = 0;
    for (const struct file_version *file = files; file; file = file->next)
        count++;
    return count;
}

uint64_t step_file_hash(const char *path)
{
    const struct file_version *file = find_newest(path);
    return file ? file->hash : 0;
}
