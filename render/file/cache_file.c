#include "render/file/cache_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 1024 };

static bool folder_path(char *out, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    int length = -1;
    if (cache && cache[0] == '/')
        length = snprintf(out, size, "%s/halation", cache);
    else if (home && home[0] == '/')
        length = snprintf(out, size, "%s/.cache/halation", home);
    return length > 0 && (size_t) length < size;
}

bool cache_file_path(const struct context_info *info, const char *ending, char *out, size_t size)
{
    char folder[512], name[200];
    if (!folder_path(folder, sizeof(folder)))
        return false;
    snprintf(name, sizeof(name), "%s %s", info->renderer, info->driver);
    for (char *at = name; *at; at++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-", *at))
            *at = '_';
    const int length = snprintf(out, size, "%s/%s.%s", folder, name, ending);
    return length > 0 && (size_t) length < size;
}

// Cache files have some ten thousand bytes.
enum { MOST_BYTES = 4 << 20 };

// Only a plain file is opened: opening a pipe would wait for a writer.
FILE *cache_file_read(const struct context_info *info, const char *ending)
{
    char path[PATH_SIZE];
    struct stat status;
    if (!cache_file_path(info, ending, path, sizeof(path)))
        return NULL;
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return NULL;
    FILE *stream = NULL;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= MOST_BYTES)
        stream = fdopen(descriptor, "r");
    if (!stream)
        close(descriptor);
    return stream;
}

static bool make_folders(const char *path, struct error *error)
{
    char part[PATH_SIZE];
    snprintf(part, sizeof(part), "%s", path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return error_set(error, "%s: the folder cannot be made: %s", part, strerror(errno));
        *slash = '/';
    }
    return true;
}

bool cache_file_write(struct output_file *file, const struct context_info *info, const char *ending,
                      struct error *error)
{
    char path[PATH_SIZE];
    if (!cache_file_path(info, ending, path, sizeof(path)))
        return error_set(error, "no cache folder; XDG_CACHE_HOME or HOME must name one");
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return error_set(error, "%s: no file, and left as it is", path);
    return make_folders(path, error) && output_file_open(file, path, error);
}
