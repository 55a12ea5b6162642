#pragma once

#include "render/text/error.h"

// Messages for the user, one line each, on stderr. A file that logs defines LOG_MODULE, the short
// name at the start of its lines, before it includes this header.

enum log_level {
    LOG_LEVEL_ERROR,
    LOG_LEVEL_WARNING,
    LOG_LEVEL_NOTE, // results, such as a written file; shown by default
    LOG_LEVEL_INFO,
    LOG_LEVEL_DEBUG,
};

// Exit statuses: EXIT_USAGE for wrong usage or input, EXIT_MACHINE if the machine or its software
// cannot do what was requested.
enum { EXIT_USAGE = 2, EXIT_MACHINE = 3 };

// Drops messages above this level. Until it is set the level is LOG_LEVEL_NOTE.
void log_set_level(enum log_level level);

// Sets a callback that runs before each line, such as one that clears a progress display; NULL:
// none.
void log_before_line(void (*prepare)(void));

// Returns true if messages of this level are shown. Ask before computing a message that would be
// dropped.
bool log_shows(enum log_level level);

// Logs one line. Control characters in it are escaped (text_make_visible), so that text from files
// cannot send commands to the terminal.
void log_message(enum log_level level, const char *module, const char *format, ...)
    PRINTF_LIKE(3, 4);

// Logs that the machine cannot do what was requested, and exits with EXIT_MACHINE.
_Noreturn void log_fatal_message(const char *module, const char *format, ...) PRINTF_LIKE(2, 3);

// Logs a programming error and aborts, in release builds too. Use it for cheap checks of errors
// that would otherwise appear only as a wrong picture.
_Noreturn void log_bug_message(const char *module, const char *format, ...) PRINTF_LIKE(2, 3);

// A note has no module: "halation: wrote out.png".
#define log_note(...)    log_message(LOG_LEVEL_NOTE, "", __VA_ARGS__)
#define log_error(...)   log_message(LOG_LEVEL_ERROR, LOG_MODULE, __VA_ARGS__)
#define log_warning(...) log_message(LOG_LEVEL_WARNING, LOG_MODULE, __VA_ARGS__)
#define log_info(...)    log_message(LOG_LEVEL_INFO, LOG_MODULE, __VA_ARGS__)
#define log_debug(...)   log_message(LOG_LEVEL_DEBUG, LOG_MODULE, __VA_ARGS__)
#define log_fatal(...)   log_fatal_message(LOG_MODULE, __VA_ARGS__)
#define log_bug(...)     log_bug_message(LOG_MODULE, __VA_ARGS__)

// Prints "halation: " and the error on stderr at any log level. Returns `status`, which the caller
// returns from main.
int report_error(int status, const struct error *error);

// Reports the result of writing a file: a note with its absolute path if `written`, otherwise the
// error. Returns `written`. Callers check the path before they begin, so a failure here is one of
// the machine (EXIT_MACHINE).
bool report_write(bool written, const char *path, const struct error *error);

// Logs a note that a file was written, with its absolute path and `more` behind it (", 9x9").
void report_written(const char *path, const char *more);
