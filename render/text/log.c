#define _XOPEN_SOURCE 700 // realpath
#include "render/text/log.h"

#include "render/text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 8 * 1024 };

static enum log_level highest = LOG_LEVEL_NOTE;
static void (*before_line)(void);

void log_set_level(enum log_level level)
{
    highest = level;
}

void log_before_line(void (*prepare)(void))
{
    before_line = prepare;
}

bool log_shows(enum log_level level)
{
    return level <= highest;
}

static void begin_line(void)
{
    if (before_line)
        before_line();
    fflush(stdout); // so that results printed so far come before words about them
}

static void write_line(const char *module, const char *kind, const char *format, va_list arguments)
{
    char text[LINE_SIZE], visible[4 * LINE_SIZE];
    vsnprintf(text, sizeof(text), format, arguments);
    size_t length = strlen(text);
    while (length > 0 && strchr("\r\n ", text[length - 1])) // drivers write these at the end
        length--;
    text_make_visible(text, length, visible, sizeof(visible));
    begin_line();
    fprintf(stderr, "halation: %s%s%s%s\n", module, *module ? ": " : "", kind, visible);
}

void log_message(enum log_level level, const char *module, const char *format, ...)
{
    static const char *const kinds[] = { "error: ", "warning: ", "", "", "" };
    if (!log_shows(level))
        return;
    va_list arguments;
    va_start(arguments, format);
    write_line(module, kinds[level], format, arguments);
    va_end(arguments);
}

void log_fatal_message(const char *module, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_line(module, "", format, arguments);
    va_end(arguments);
    exit(EXIT_MACHINE);
}

void log_bug_message(const char *module, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_line(module, "a bug of this program: ", format, arguments);
    va_end(arguments);
    abort();
}

int report_error(int status, const struct error *error)
{
    begin_line();
    fprintf(stderr, "halation: %s\n", error->text);
    return status;
}

bool report_write(bool written, const char *path, const struct error *error)
{
    if (!written) {
        report_error(EXIT_MACHINE, error);
        return false;
    }
    if (strcmp(path, "-") != 0)
        report_written(path, "");
    return true;
}

void report_written(const char *path, const char *more)
{
    char *absolute = realpath(path, NULL);
    log_note("wrote %s%s", absolute ? absolute : path, more);
    free(absolute);
}
