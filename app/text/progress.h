#pragma once

#include <stdbool.h>

// How far a long work is, on stderr: nothing in its first second and nothing with --quiet. On a
// terminal it is one line that changes; elsewhere there are lines at 1, 2, 4, 8... seconds, and at
// last every ten minutes.
struct progress {
    const char *what; // "frame"
    int total;
    bool is_shown, is_terminal, is_dirty; // a line stands on the terminal
    double begin, next;                   // seconds of the clock
    double wait;                          // until the line after the next
};

void progress_begin(struct progress *progress, const char *what, int total);

// So many are done. To be called often.
void progress_say(struct progress *progress, int done);

// Leaves the terminal's line empty, for other words.
void progress_end(struct progress *progress);

enum { PROGRESS_TIME_SIZE = 32 };

// Writes a time for people: "8 s", "3 min 20 s", "2 h 05 min".
void progress_print_time(double seconds, char out[static PROGRESS_TIME_SIZE]);
