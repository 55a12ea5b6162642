#pragma once

#include "render/text/error.h"

#include <stdio.h>

// render/file: files that are written, kept between runs, or built into the program.

// An output file appears whole or not at all: it is written under another name in the same folder
// and renamed at the end, when it is on the disk. A link stays, and the file that it leads to is
// replaced; a device or a pipe is written to directly; "-" is stdout.
struct output_file {
    FILE *stream;
    char *target, *temporary; // owned; `temporary` is NULL where the target is written directly
    bool waits_for_no_disk;   // for the caller to set: one of many files, or one that may be lost
};

// Returns true if the path has a name with that ending. Otherwise the error states the ending.
bool output_file_check_ending(const char *path, const char *ending, struct error *error);

// Resolves links in a path, even if nothing exists there yet. Returns NULL if they form a circle.
// The caller frees the result.
char *output_file_target(const char *path);

// Returns true if output_file_open would succeed. Leaves no file behind.
bool output_file_check(const char *path, struct error *error);

// Checks both: that the path has that ending, and that a file can be written there.
bool output_file_check_kind(const char *path, const char *ending, struct error *error);

// Fails if two of the paths lead to one file, since the second would replace the first. NULL, "-"
// and paths of other things than files are ignored.
bool output_file_check_apart(const char *const paths[], int count, struct error *error);

// Opens the file; errors name the path and what is wrong with it. Close or discard it afterwards.
bool output_file_open(struct output_file *output, const char *path, struct error *error);

// Closes the stream and puts the file in its place. Where not everything could be written, the old
// file stays as it was and the new one is removed.
bool output_file_close(struct output_file *output, struct error *error);

// Waits until all that was written is on the disk that has the folder of the path, for files that
// waited for no disk. False where it could not be written.
bool output_file_sync(const char *path, struct error *error);

// Closes the stream, removes the new file and leaves the old one as it was.
void output_file_discard(struct output_file *output);
