#define _GNU_SOURCE // realpath, syncfs
#define LOG_MODULE  "output"
#include "render/file/output_file.h"

#include "render/file/end_signal.h"
#include "render/file/input_file.h"
#include "render/file/output_stdout.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ATTEMPTS = 100 }; // temporary names to try; killed programs may have left files behind

// Returns the length of the folder in a path, with its last slash; 0: no folder.
static int folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int) (slash - path) + 1 : 0;
}

static bool set_errno_error(const char *path, struct error *error)
{
    const int reason = errno;
    struct stat status;
    char folder[PATH_MAX];
    snprintf(folder, sizeof(folder), "%.*s", folder_length(path), path);
    if (reason == ENOENT && folder[0] && stat(folder, &status) != 0)
        return error_set(error, "%s: there is no folder of that name; make it, or take another",
                         path);
    if (reason == ENOENT)
        return error_set(error, "%s: no file can be made there; take another folder", path);
    return error_set(error, "%s: cannot be written: %s", path, strerror(reason));
}

// Creates a file with a short unused name in the target's folder. Returns its descriptor or -1.
static int make_temporary(struct output_file *output)
{
    const int length = folder_length(output->target);
    const size_t size = (size_t) length + 64;
    int descriptor = -1;
    output->temporary = memory_grow(NULL, size, 1);
    end_signal_block();
    for (int i = 0; i < ATTEMPTS; i++) {
        snprintf(output->temporary, size, "%.*s.halation-%ld-%d.tmp", length, output->target,
                 (long) getpid(), i);
        descriptor = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            break;
    }
    const int reason = errno;
    if (descriptor >= 0) {
        end_signal_remove_file(output->temporary);
    } else {
        free(output->temporary);
        output->temporary = NULL;
    }
    end_signal_unblock();
    errno = reason;
    return descriptor;
}

static bool is_writable(const char *path)
{
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0;
}

char *output_file_target(const char *path)
{
    enum { MAX_LINKS = 40 };
    char *at = realpath(path, NULL);
    if (at)
        return at;
    at = memory_copy(path);
    for (int i = 0; i < MAX_LINKS; i++) {
        char *next = memory_grow(NULL, 2 * PATH_MAX, 1);
        const int folder = folder_length(at);
        const ssize_t length = readlink(at, next + folder, PATH_MAX - 1);
        if (length < 0) {
            free(next);
            return at;
        }
        next[folder + length] = '\0';
        if (next[folder] == '/')
            memmove(next, next + folder, (size_t) length + 1);
        else
            memcpy(next, at, (size_t) folder);
        free(at);
        at = next;
    }
    free(at);
    return NULL;
}

// Opens a device or pipe for writing. For a pipe that the command line names it waits for a
// reader. Returns its descriptor or -1; errno 0: a pipe that has none.
static int open_in_place(const char *path, const struct stat *old)
{
    const int flags = O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC;
    int descriptor = open(path, flags | O_NONBLOCK);
    if (descriptor < 0 && errno == ENXIO && S_ISFIFO(old->st_mode)) {
        errno = 0;
        if (input_file_is_allowed(old->st_dev, old->st_ino))
            descriptor = open(path, flags);
    }
    if (descriptor >= 0)
        fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    return descriptor;
}

static bool open_target(struct output_file *output, struct error *error)
{
    struct stat old;
    const char *path = output->target;
    const bool exists = stat(path, &old) == 0;
    if (!exists && errno != ENOENT)
        return set_errno_error(path, error);
    if (exists && S_ISDIR(old.st_mode))
        return error_set(error, "%s: a folder, not the name of a file", path);
    if (exists && !is_writable(path))
        return set_errno_error(path, error);
    const bool is_in_place = exists && !S_ISREG(old.st_mode);
    const int descriptor = is_in_place ? open_in_place(path, &old) : make_temporary(output);
    if (descriptor < 0 && errno == 0)
        return error_set(error, "%s: a pipe that nobody reads", path);
    if (descriptor < 0)
        return set_errno_error(path, error);
    output->stream = fdopen(descriptor, "wb");
    if (!output->stream)
        log_fatal("out of memory");
    // The new file has the permissions of the one that it will replace.
    return !exists || is_in_place || fchmod(descriptor, old.st_mode & 0777) == 0 ||
           set_errno_error(path, error);
}

bool output_file_open(struct output_file *output, const char *path, struct error *error)
{
    *output = (struct output_file){ 0 };
    if (strcmp(path, "-") == 0) {
        output->stream = output_stdout();
        return true;
    }
    output->target = output_file_target(path);
    if (!output->target)
        return error_set(error, "%s: a link that leads back to itself", path);
    if (open_target(output, error))
        return true;
    output_file_discard(output);
    return false;
}

static void free_output(struct output_file *output)
{
    if (output->temporary)
        end_signal_forget_file(output->temporary);
    free(output->target);
    free(output->temporary);
    *output = (struct output_file){ 0 };
}

void output_file_discard(struct output_file *output)
{
    if (output->stream && output->stream != output_stdout())
        fclose(output->stream);
    if (output->temporary)
        unlink(output->temporary);
    free_output(output);
}

static bool needs_sync(const struct output_file *output)
{
    return output->temporary && !output->skips_sync;
}

static int open_folder(const char *path)
{
    char folder[PATH_MAX];
    const int length = folder_length(path);
    snprintf(folder, sizeof(folder), "%.*s", length ? length : 1, length ? path : ".");
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool output_file_sync(const char *path, struct error *error)
{
    const int folder = open_folder(path);
    if (folder < 0)
        return true;
    const bool ok = syncfs(folder) == 0 || set_errno_error(path, error);
    close(folder);
    return ok;
}

bool output_file_close(struct output_file *output, struct error *error)
{
    const char *name = output->target ? output->target : "stdout";
    bool ok = ferror(output->stream) == 0;
    ok = fflush(output->stream) == 0 && ok;
    // Without fsync a file system may write the rename before the data, and the file would be empty
    // after a power failure. EINVAL: it does not support fsync.
    if (ok && needs_sync(output))
        ok = fsync(fileno(output->stream)) == 0 || errno == EINVAL;
    if (!ok)
        set_errno_error(name, error);
    if (!ok && output->stream == output_stdout())
        output_stdout_skip_check();
    if (output->stream != output_stdout() && fclose(output->stream) != 0 && ok)
        ok = set_errno_error(name, error);
    output->stream = NULL;
    if (ok && output->temporary && rename(output->temporary, output->target) != 0)
        ok = set_errno_error(name, error);
    const int folder = ok && needs_sync(output) ? open_folder(output->target) : -1;
    if (folder >= 0) { // failing to sync the folder is no error
        fsync(folder);
        close(folder);
    }
    if (!ok && output->temporary)
        unlink(output->temporary);
    free_output(output);
    return ok;
}

// ---- before anything is written

bool output_file_check_ending(const char *path, const char *ending, struct error *error)
{
    if (text_ends_in(path, ending) && path[strlen(path) - strlen(ending) - 1] != '/')
        return true;
    return error_set(error, "'%s' must end in %s", path, ending);
}

bool output_file_check(const char *path, struct error *error)
{
    struct output_file output;
    struct stat status;
    // Opening a pipe would wait for its reader, and closing it would end the reader's input.
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return is_writable(path) || set_errno_error(path, error);
    if (!output_file_open(&output, path, error))
        return false;
    output_file_discard(&output);
    return true;
}

// Identifies a file that exists or will be created, since a file can have several paths.
struct place {
    dev_t device;
    ino_t folder;
    char *name;       // owned
    const char *path; // as given
};

// Returns false if the path is not that of a regular file that exists or can be made.
static bool find_place(struct place *place, const char *path)
{
    struct stat status;
    char *target = strcmp(path, "-") == 0 ? NULL : output_file_target(path);
    bool found = target && (stat(target, &status) != 0 || S_ISREG(status.st_mode));
    const int folder = found ? open_folder(target) : -1;
    found = folder >= 0 && fstat(folder, &status) == 0;
    if (found)
        *place = (struct place){ status.st_dev, status.st_ino,
                                 memory_copy(target + folder_length(target)), path };
    if (folder >= 0)
        close(folder);
    free(target);
    return found;
}

static int by_place(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    if (x->folder != y->folder)
        return x->folder < y->folder ? -1 : 1;
    return strcmp(x->name, y->name);
}

bool output_file_check_apart(const char *const paths[], int count, struct error *error)
{
    struct place *places = memory_new((size_t) count + 1, sizeof(*places));
    int found = 0;
    bool apart = true;
    for (int i = 0; i < count; i++)
        found += paths[i] && find_place(&places[found], paths[i]);
    qsort(places, (size_t) found, sizeof(*places), by_place);
    for (int i = 1; i < found && apart; i++)
        if (by_place(&places[i - 1], &places[i]) == 0)
            apart = error_set(error, "%s and %s are one file; give each a file of its own",
                              places[i - 1].path, places[i].path);
    for (int i = 0; i < found; i++)
        free(places[i].name);
    free(places);
    return apart;
}
