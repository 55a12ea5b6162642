#pragma once

#include <stdbool.h>

// Removes temporary files when SIGINT, SIGTERM, SIGHUP or another signal ends the program; then the
// program ends by that signal, as it would without a handler. Signals that were ignored at the
// start (nohup) stay ignored.

// Block these signals and unblock them, so that no signal comes between the creation of a file and
// end_signal_remove_file.
void end_signal_block(void);
void end_signal_unblock(void);

// Registers a temporary file, or a folder, to be removed by the handler, and unregisters it.
// Folders are removed after files. The path is borrowed until end_signal_forget_file. Beyond 16384
// paths registration has no effect.
void end_signal_remove_file(const char *path);
void end_signal_forget_file(const char *path);

// From now on the first SIGINT, SIGTERM or SIGHUP only makes end_signal_received return true. The
// window then finishes its files, closes, and calls end_signal_raise. A second signal ends the
// program immediately.
void end_signal_defer(void);
bool end_signal_received(void);
void end_signal_raise(void); // ends the program by that signal, if one came
