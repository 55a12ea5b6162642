#pragma once

#include <stdbool.h>

// Reports when files were written (Linux inotify). It watches their folders, because many editors
// replace the file instead of writing to it. On other systems, and beyond the system's limit of
// watches, nothing is reported.

struct file_watch { // zeroed: watches nothing
    bool is_open;
    int descriptor;
    int count;
    struct watched_file {
        char *path; // owned
        int folder; // inotify watch descriptor; -1: it cannot be watched
        bool is_written;
    } * files;  // owned
    double due; // time at which file_watch_poll reports; 0: nothing was written
};

// Replaces the list of watched files. Writes to a file that stays on the list are still reported. A
// path that ends with '/' means all files in that folder, except those of editors: hidden, with '~'
// at the end, or without an ending.
void file_watch_set(struct file_watch *watch, const char *const paths[], int count);
void file_watch_finish(struct file_watch *watch);

// Returns true once when files were written and then none for FILE_WATCH_QUIET seconds, since
// editors often write several times in a row. Until the next call `is_written` marks these files.
// Never blocks. `now` is clock_seconds().
#define FILE_WATCH_QUIET 0.05
bool file_watch_poll(struct file_watch *watch, double now);

// Returns true if a file was written that file_watch_poll has not reported yet.
bool file_watch_is_pending(const struct file_watch *watch);
