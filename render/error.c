#include "render/error.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

// What a user wrote may be part of the text, a file's name with a line break in it too: it stays
// one line.
static void keep_one_line(struct error *error)
{
    for (char *at = error->text; *at; at++)
        if (iscntrl((unsigned char) *at))
            *at = '?';
}

bool error_set(struct error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof(error->text), format, arguments);
    va_end(arguments);
    keep_one_line(error);
    return false;
}

bool error_prefix(struct error *error, const char *format, ...)
{
    const struct error rest = *error;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(error->text, sizeof(error->text), format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t) length < sizeof(error->text))
        snprintf(error->text + length, sizeof(error->text) - (size_t) length, "%s", rest.text);
    keep_one_line(error);
    return false;
}
