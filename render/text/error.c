#include "render/text/error.h"

#include "render/text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WHOLE_SIZE = 16 * 1024 }; // room for two of the longest paths and the words about them

// Keeps the text as one line that a terminal only shows, since it may hold what a user wrote, such
// as a file's name with a line break or an escape in it. A long text loses its middle, so that no
// path hides what is wrong with it.
static void keep_visible(struct error *error, char whole[WHOLE_SIZE])
{
    const size_t most = sizeof(error->text) - 1;
    char visible[4 * sizeof(error->text)];
    text_cut_middle(whole, most);
    text_make_visible(whole, strlen(whole), visible, sizeof(visible));
    text_cut_middle(visible, most);
    strcpy(error->text, visible);
}

bool error_set(struct error *error, const char *format, ...)
{
    char whole[WHOLE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(whole, sizeof(whole), format, arguments);
    va_end(arguments);
    keep_visible(error, whole);
    error->key = NULL;
    return false;
}

bool error_blame(struct error *error, const char *key)
{
    error->key = key;
    return false;
}

bool error_prefix(struct error *error, const char *format, ...)
{
    char whole[WHOLE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(whole, sizeof(whole) - sizeof(error->text), format, arguments);
    va_end(arguments);
    strcat(whole, error->text);
    keep_visible(error, whole);
    return false;
}

bool error_name(struct error *error, const char *name)
{
    const size_t length = strlen(name);
    const bool is_named =
        strncmp(error->text, name, length) == 0 && strchr(" :", error->text[length]);
    return is_named ? false : error_prefix(error, "%s: ", name);
}

bool error_append(struct error *error, const char *format, ...)
{
    char whole[WHOLE_SIZE];
    const size_t length = strlen(strcpy(whole, error->text));
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(whole + length, sizeof(whole) - length, format, arguments);
    va_end(arguments);
    keep_visible(error, whole);
    return false;
}
