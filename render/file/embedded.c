#include "render/file/embedded.h"

#include <assert.h>
#include <string.h>

const struct embedded_file *embedded_find(const char *path)
{
    for (const struct embedded_file *file = embedded_files; file->path; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

const char *embedded_print_until(const char *text, const char *place, FILE *out)
{
    const char *found = strstr(text, place);
    assert(found);
    fwrite(text, 1, (size_t) (found - text), out);
    return found + strlen(place);
}
