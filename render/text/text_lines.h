#pragma once

#include <stdbool.h>
#include <stddef.h>

// The lines of a text file, one by one.

struct text_lines {
    const char *path; // for messages
    const char *rest, *end;
    int number;     // of the line, from 1; 0: none was read
    char line[256]; // without its end and the spaces around it
};

// Begins at a text of `length` bytes, behind its byte order mark.
void text_lines_begin(struct text_lines *lines, const char *path, const char *text, size_t length);

// Takes the next line; false past the last. What is longer than `line` is cut off, which does no
// harm to comments and names, and makes anything else an error.
bool text_lines_next(struct text_lines *lines);
