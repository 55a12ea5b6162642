#include "render/text/error.h"

#include "render/text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WHOLE_SIZE = 16 * 1024 }; // bytes: enough for two of the longest paths and a sentence

// Stores the text as one line with control characters escaped, because it may contain input, such
// as a file name with a line break or an escape sequence. A long text is shortened in the middle,
// so that a long path does not displace the reason at the end.
static void store_text(struct error *error, char whole[WHOLE_SIZE])
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
    store_text(error, whole);
    error->key = NULL;
    return false;
}

bool error_set_key(struct error *error, const char *key)
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
    store_text(error, whole);
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
    store_text(error, whole);
    return false;
}
