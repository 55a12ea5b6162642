#pragma once

#include "render/text/error.h"

#include <stdio.h>

// render/file: files that are read, written, watched, cached between runs or built into the
// program, and their folders. It also has the number of processors and the handling of signals.

// An output file that is replaced atomically: it is written under a temporary name in the same
// folder, synced to disk, and renamed on close. If the path is a link, the file behind the link is
// replaced. Devices and pipes are written to directly; "-" is stdout.
struct output_file {
    FILE *stream;
    char *target, *temporary; // owned; `temporary` is NULL where the target is written directly
    bool skips_sync;          // the caller sets it for a file that needs no fsync
};

// Returns true if the path ends in `ending` (".png") with a name before it.
bool output_file_check_ending(const char *path, const char *ending, struct error *error);

// Resolves the links of a path whose target need not exist. The caller frees the result; NULL: the
// links form a circle.
char *output_file_target(const char *path);

// Returns true if output_file_open would succeed, and leaves no file behind. Call it before long
// work.
bool output_file_check(const char *path, struct error *error);

// Fails if two of the paths are the same file, since the second would replace the first. NULL, "-",
// devices and pipes are ignored.
bool output_file_check_apart(const char *const paths[], int count, struct error *error);

// Opens the file. Afterwards call output_file_close or output_file_discard. Errors contain the
// path.
bool output_file_open(struct output_file *output, const char *path, struct error *error);

// Closes the stream and renames the file to its final name. If any write failed, it removes the new
// file, keeps the old one, and returns false with an error.
bool output_file_close(struct output_file *output, struct error *error);

// Writes all cached data of the path's file system to disk (syncfs). Call it once after many files
// with skips_sync.
bool output_file_sync(const char *path, struct error *error);

// Closes the stream, removes the new file and keeps the old one.
void output_file_discard(struct output_file *output);
