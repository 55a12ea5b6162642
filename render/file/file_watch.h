#pragma once

#include <stdbool.h>

// Tells when files were written. It watches their folders, since many editors put another file in
// the place of the one that is edited. By Linux's inotify; elsewhere, and where the system gives no
// more watches, nothing is ever told.

struct file_watch { // zeroed: watches nothing
    bool is_open;
    int descriptor;
    int count;
    struct watched_file {
        char *path; // owned
        int folder; // inotify's number of it; -1: it cannot be watched
        bool is_written;
    } * files;  // owned
    double due; // when what was written is told; 0: nothing was
};

// Watches these files and no others; what was written of those that stay is still told. A path that
// ends with '/' is a folder and stands for the files in it, but not for those that editors make for
// themselves: hidden, with '~' at the end, or without an ending.
void file_watch_set(struct file_watch *watch, const char *const paths[], int count);
void file_watch_finish(struct file_watch *watch);

// Returns true when files were written and nothing has been for FILE_WATCH_QUIET seconds, since
// editors and scripts write several times in a row. Never waits. `now` is in seconds of one clock.
// Which ones they are is said by `is_written` until the next call.
#define FILE_WATCH_QUIET 0.05
bool file_watch_poll(struct file_watch *watch, double now);

// Returns true if a file was written that file_watch_poll has not reported yet.
bool file_watch_is_pending(const struct file_watch *watch);
