#include "render/file/text_file.h"

#include "render/file/input_file.h"

#include <stdlib.h>
#include <string.h>

char *text_file_read(const char *path, const char *what, size_t most, struct error *error)
{
    size_t size;
    char *text = input_file_read_all(path, most, &size, error);
    if (text && !memchr(text, '\0', size))
        return text;
    if (text)
        error_set(error, "it holds a zero, and is no text");
    error_prefix(error, "cannot read the %s '%s': ", what, path);
    free(text);
    return NULL;
}
