#pragma once

#include "render/text/compiler.h"
#include "render/text/error.h"

#include <stdbool.h>

// Messages for the person who runs the program, one line each, on stderr. A file that logs defines
// LOG_MODULE, a short name that begins its lines, before it includes this header.

enum log_level {
    LOG_LEVEL_ERROR,
    LOG_LEVEL_WARNING,
    LOG_LEVEL_NOTE, // what was done, and what is worth knowing about it
    LOG_LEVEL_INFO,
    LOG_LEVEL_DEBUG,
};

enum { EXIT_USAGE = 2, EXIT_MACHINE = 3 }; // wrong usage or input; this machine cannot

// Drops messages above this level. Until it is set the level is LOG_LEVEL_NOTE.
void log_set_level(enum log_level level);

// Sets what is called before each line, to clear what stands on it; NULL: nothing.
void log_before_line(void (*prepare)(void));

// Returns true if messages of this level are shown. Ask before computing a message that would be
// dropped.
bool log_shows(enum log_level level);

// Text from outside is shown by a terminal and not obeyed: see text_make_visible.
void log_message(enum log_level level, const char *module, const char *format, ...)
    PRINTF_LIKE(3, 4);

// A note without a module: "halation: wrote out.png".
void log_note(const char *format, ...) PRINTF_LIKE(1, 2);

// Says that the machine cannot do what is asked, and ends the program with EXIT_MACHINE.
_Noreturn void log_fatal_message(const char *module, const char *format, ...) PRINTF_LIKE(2, 3);

// Says which mistake of the programmer was found, in every build, and aborts: for cheap checks of
// what would otherwise be seen only in the picture, if at all.
_Noreturn void log_bug_message(const char *module, const char *format, ...) PRINTF_LIKE(2, 3);

#define log_error(...)   log_message(LOG_LEVEL_ERROR, LOG_MODULE, __VA_ARGS__)
#define log_warning(...) log_message(LOG_LEVEL_WARNING, LOG_MODULE, __VA_ARGS__)
#define log_info(...)    log_message(LOG_LEVEL_INFO, LOG_MODULE, __VA_ARGS__)
#define log_debug(...)   log_message(LOG_LEVEL_DEBUG, LOG_MODULE, __VA_ARGS__)
#define log_fatal(...)   log_fatal_message(LOG_MODULE, __VA_ARGS__)
#define log_bug(...)     log_bug_message(LOG_MODULE, __VA_ARGS__)

// Says on stderr what is wrong, as "halation: ...", and returns `status`, for the caller to return.
int complain(int status, const struct error *error);

// Says that a file was written, with its absolute path, or what is wrong. Returns `written`. The
// caller has checked the path before, so a failure is the machine's: EXIT_MACHINE.
bool complain_if_unwritten(bool written, const char *path, const struct error *error);

// Says that a file was written, with its absolute path and what else is known of it (", 9x9").
void complain_written(const char *path, const char *more);
