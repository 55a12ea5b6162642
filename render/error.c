#include "render/error.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(struct error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof(error->text), format, arguments);
    va_end(arguments);
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
    return false;
}
