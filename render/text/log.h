#pragma once

#include "render/text/compiler.h"

#include <stdbool.h>

// Words for the person who runs the program, one line a message, on stderr. A file that logs
// defines LOG_MODULE, a short name that starts its lines, before it includes this header.

enum log_level {
    LOG_LEVEL_ERROR,
    LOG_LEVEL_WARNING,
    LOG_LEVEL_NOTE, // what was done, and what is worth knowing about it
    LOG_LEVEL_INFO,
    LOG_LEVEL_DEBUG,
};

enum { EXIT_USAGE = 2, EXIT_MACHINE = 3 }; // wrong usage or input; this machine cannot

// Messages above this level are dropped. LOG_LEVEL_NOTE until set.
void log_set_level(enum log_level level);

// Whether messages of this level are said: what is costly to find out need not be found out.
bool log_shows(enum log_level level);

// What came from outside shows, control characters too, and is not obeyed (render/text/text.h).
void log_message(enum log_level level, const char *module, const char *format, ...)
    PRINTF_LIKE(3, 4);

// A note without a module: "halation: wrote out.png".
void log_note(const char *format, ...) PRINTF_LIKE(1, 2);

// The machine cannot do what is asked: says so and ends the program with EXIT_MACHINE.
_Noreturn void log_fatal_message(const char *module, const char *format, ...) PRINTF_LIKE(2, 3);

#define log_error(...)   log_message(LOG_LEVEL_ERROR, LOG_MODULE, __VA_ARGS__)
#define log_warning(...) log_message(LOG_LEVEL_WARNING, LOG_MODULE, __VA_ARGS__)
#define log_info(...)    log_message(LOG_LEVEL_INFO, LOG_MODULE, __VA_ARGS__)
#define log_debug(...)   log_message(LOG_LEVEL_DEBUG, LOG_MODULE, __VA_ARGS__)
#define log_fatal(...)   log_fatal_message(LOG_MODULE, __VA_ARGS__)
