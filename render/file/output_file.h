#pragma once

#include "render/text/error.h"

#include <stdio.h>

// render/file: files that are written, kept between runs, or built into the program.

// An output file appears whole or not at all: it is written under another name in the same folder
// and renamed at the end. A link stays, and the file that it leads to is replaced; a device or a
// pipe is written to directly; "-" is stdout.
struct output_file {
    FILE *stream;
    char *target, *temporary; // owned; `temporary` is NULL where the target is written directly
};

// Whether a path has a name that ends so. The error says what it must end in.
bool output_file_check_ending(const char *path, const char *ending, struct error *error);

// Whether output_file_open would succeed, found out without leaving a file behind.
bool output_file_check(const char *path, struct error *error);

// Opens the file; errors name the path and what is wrong with it. Close or discard it afterwards.
bool output_file_open(struct output_file *output, const char *path, struct error *error);

// Closes the stream and puts the file in its place. Where not everything could be written, the old
// file stays as it was and the new one is removed.
bool output_file_close(struct output_file *output, struct error *error);

// Closes the stream, removes the new file and leaves the old one as it was.
void output_file_discard(struct output_file *output);
