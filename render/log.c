#include "render/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static enum log_level highest = LOG_LEVEL_WARNING;

void log_set_level(enum log_level level)
{
    highest = level;
}

bool log_shows(enum log_level level)
{
    return level <= highest;
}

static void write_line(const char *kind, const char *module, const char *format, va_list arguments)
{
    fflush(stdout); // results printed so far come before the words about them
    fprintf(stderr, "halation: %s: %s", module, kind);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void log_message(enum log_level level, const char *module, const char *format, ...)
{
    static const char *const kinds[] = { "error: ", "warning: ", "", "" };
    if (!log_shows(level))
        return;
    va_list arguments;
    va_start(arguments, format);
    write_line(kinds[level], module, format, arguments);
    va_end(arguments);
}

void log_fatal_message(const char *module, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_line("", module, format, arguments);
    va_end(arguments);
    exit(EXIT_MACHINE);
}
