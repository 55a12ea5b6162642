#pragma once

#include <stdio.h>

// Checks at exit that everything printed to stdout was written; if not (full disk, closed
// descriptor), the program prints one line and exits with EXIT_MACHINE. It also ignores SIGXFSZ, so
// that a file beyond the size limit (ulimit) is a write error. Call it once, before anything is
// printed or opened.
void output_watch_stdout(void);

// Keeps stdout for files named "-", and sends what is printed to stderr.
void output_stdout_reserve(void);

// Returns the stream of files named "-".
FILE *output_stdout(void);

// Suppresses that check, because the caller has reported a write error itself and sets the exit
// status.
void output_stdout_skip_check(void);

// Ignores SIGPIPE: writing to a pipe without a reader becomes a write error instead of ending the
// program. Call it before anything is written.
void output_stdout_ignore_sigpipe(void);
