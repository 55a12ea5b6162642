#pragma once

#include "render/text/error.h"

#include <stdio.h>

// A file that appears whole or not at all: it is written under another name in the same folder and
// renamed when it is whole. A link stays a link and the file that it leads to is replaced; a device
// or a pipe is written to as it is; "-" is stdout.
struct output_file {
    FILE *stream;
    char *target, *temporary; // owned; `temporary` is NULL when the stream is not a file beside
};

// Whether output_file_open would succeed. Leaves no file behind.
bool output_file_check(const char *path, struct error *error);

// Errors name the path and what is wrong with it.
bool output_file_open(struct output_file *output, const char *path, struct error *error);

// Closes the stream and puts the file in its place. When not everything could be written, the old
// file stays as it was and nothing is left of the new.
bool output_file_close(struct output_file *output, struct error *error);

// Closes it and leaves everything as it was before.
void output_file_discard(struct output_file *output);
