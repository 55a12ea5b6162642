#pragma once

#include "render/text/error.h"

#include <stdbool.h>
#include <stddef.h>

// A line of text taken apart into words, as a shell does: by spaces, where quotes keep together
// what is between them.

enum { GOLDEN_LINE_MOST_WORDS = 64 };

struct golden_line {
    int count;
    char *words[GOLDEN_LINE_MOST_WORDS]; // owned, without quotes
};

// Takes `length` bytes apart. False, with nothing to finish, for a quote that is not closed and too
// many words.
bool golden_line_split(struct golden_line *line, const char *text, size_t length,
                       struct error *error);
void golden_line_finish(struct golden_line *line);
