#include "render/file/file_path.h"

#include "render/text/memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

char *file_path_join(const char *folder, const char *name)
{
    const size_t length = strlen(folder), size = length + strlen(name) + 2;
    const bool has_slash = length > 0 && folder[length - 1] == '/';
    char *path = memory_grow(NULL, size, 1);
    snprintf(path, size, "%s%s%s", folder, has_slash ? "" : "/", name);
    return path;
}

const char *file_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool file_path_is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool file_path_is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// A dangling link counts as an existing file (lstat).
bool file_path_find_free(const char *stem, const char *ending, char *out, size_t size)
{
    enum { MAX = 9999 };
    struct stat status;
    for (int i = 1; i <= MAX; i++) {
        const int length = snprintf(out, size, "%s_%04d%s", stem, i, ending);
        if (length < 0 || (size_t) length >= size)
            return false;
        if (lstat(out, &status) != 0)
            return true;
    }
    return false;
}
