#define LOG_MODULE "file"
#include "render/file/file_path.h"

#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *file_path_join(const char *folder, const char *name)
{
    const size_t length = strlen(folder), size = length + strlen(name) + 2;
    const bool has_slash = length > 0 && folder[length - 1] == '/';
    char *path = malloc(size);
    if (!path)
        log_fatal("no memory for the name of a file");
    snprintf(path, size, "%s%s%s", folder, has_slash ? "" : "/", name);
    return path;
}
