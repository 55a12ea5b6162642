#include "render/file/cache_file.h"

#include "render/file/input_file.h"
#include "render/file/user_folder.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 1024 };

bool cache_file_path(const struct context_info *info, const char *ending, char *out, size_t size)
{
    char name[200], file[256];
    snprintf(name, sizeof(name), "%s %s", info->renderer, info->driver);
    for (char *at = name; *at; at++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-", *at))
            *at = '_';
    snprintf(file, sizeof(file), "%s.%s", name, ending);
    return user_folder_path(USER_FOLDER_CACHE, file, out, size);
}

// Real cache files have some ten thousand bytes.
enum { MAX_BYTES = 4 << 20 };

FILE *cache_file_read(const struct context_info *info, const char *ending)
{
    char path[PATH_SIZE];
    struct stat status;
    struct error ignored;
    if (!cache_file_path(info, ending, path, sizeof(path)))
        return NULL;
    const int descriptor = input_file_open(path, &ignored);
    if (descriptor < 0)
        return NULL;
    FILE *stream = NULL;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= MAX_BYTES)
        stream = fdopen(descriptor, "r");
    if (!stream)
        close(descriptor);
    return stream;
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
    if (!user_folder_make(path, error) || !output_file_open(file, path, error))
        return false;
    file->skips_sync = true; // its loss costs no more than measuring again
    return true;
}
