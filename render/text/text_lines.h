#pragma once

#include <stdbool.h>
#include <stddef.h>

// Iterates over the lines of a text file.

struct text_lines {
    const char *path; // for messages
    const char *rest, *end;
    int number;     // of the current line, from 1; 0 before the first
    char line[256]; // the current line, without white space at both ends
};

// Starts before the first line of a text of `length` bytes and skips a byte order mark. Path and
// text are borrowed.
void text_lines_begin(struct text_lines *lines, const char *path, const char *text, size_t length);

// Reads the next line into `line`; returns false past the last. A longer line is cut to 255 bytes.
bool text_lines_next(struct text_lines *lines);
