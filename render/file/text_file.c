#include "render/file/text_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *refuse(char *text, const char *path, const char *what, size_t most,
                    struct error *error)
{
    free(text);
    error_set(error, "'%s' is no %s: it must be readable text of up to %zu KiB", path, what,
              most / 1024);
    return NULL;
}

char *text_file_read(const char *path, const char *what, size_t most, struct error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        error_set(error, "cannot read the %s '%s': %s", what, path, strerror(errno));
        return NULL;
    }
    char *text = malloc(most + 1);
    const size_t size = text ? fread(text, 1, most + 1, file) : 0;
    const bool failed = !text || ferror(file);
    fclose(file);
    if (failed || size > most || memchr(text, '\0', size))
        return refuse(text, path, what, most, error);
    text[size] = '\0';
    return text;
}
