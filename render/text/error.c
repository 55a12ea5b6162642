#include "render/text/error.h"

#include "render/text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WHOLE_SIZE = 16 * 1024 }; // bytes: enough for two of the longest paths and a sentence

// Stores `before`, the formatted text and `after` as one line with control characters escaped,
// because it may contain input, such as a file name with a line break or an escape sequence. A long
// text is shortened in the middle, so that a long path does not displace the reason at the end.
static void store(struct error *error, const char *before, const char *format, va_list arguments,
                  const char *after)
{
    const size_t most = sizeof(error->text) - 1, length = strlen(before);
    char whole[WHOLE_SIZE], visible[4 * sizeof(error->text)];
    strcpy(whole, before);
    vsnprintf(whole + length, sizeof(whole) - sizeof(error->text) - length, format, arguments);
    strcat(whole, after);
    text_cut_middle(whole, most);
    text_make_visible(whole, strlen(whole), visible, sizeof(visible));
    text_cut_middle(visible, most);
    strcpy(error->text, visible);
}

bool error_set(struct error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    store(error, "", format, arguments, "");
    va_end(arguments);
    error->key = NULL;
    return false;
}

bool error_prefix(struct error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    store(error, "", format, arguments, error->text);
    va_end(arguments);
    return false;
}

bool error_append(struct error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    store(error, error->text, format, arguments, "");
    va_end(arguments);
    return false;
}

bool error_set_key(struct error *error, const char *key)
{
    error->key = key;
    return false;
}

bool error_name(struct error *error, const char *name)
{
    const size_t length = strlen(name);
    const bool is_named =
        strncmp(error->text, name, length) == 0 && strchr(" :", error->text[length]);
    return is_named ? false : error_prefix(error, "%s: ", name);
}
