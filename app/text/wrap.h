#pragma once

#include "render/text/compiler.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// app/text: words for people, and the clock. These come in lines that fit a terminal of 80
// columns, wherever they go: what a pipe or a file gets is the same.

enum {
    WRAP_COLUMNS = 80,
    WRAP_INDENT = 13, // where the words of a list of names begin
    WRAP_AGAIN = 2,   // and the further lines of a sentence
};

// Returns how many bytes of `text` stand on a line of `columns` columns: up to a space, or, in a
// word that is longer than that, past a ',', or else a ':' or the like: chain text breaks between
// steps. At least one character. What follows begins with spaces to leave out.
size_t wrap_length(const char *text, int columns);

// Prints `text` and ends the line; `column` says how far the first one is. Further lines begin
// `indent` columns in.
void wrap_print(FILE *out, int column, int indent, const char *text);

// Prints from the beginning of a line.
void wrap_printf(FILE *out, int indent, const char *format, ...) PRINTF_LIKE(3, 4);

// Prints a sentence on stdout, its further lines WRAP_AGAIN columns in.
void wrap_say(const char *format, ...) PRINTF_LIKE(1, 2);

// Prints a name on stdout, `left` columns in, and what it is from column `indent` on; below it,
// where the name is too long.
void wrap_entry(int left, int indent, const char *name, const char *text);

// Returns whether `out` is a terminal that moves its cursor where it is told: not a file, and not
// one whose variable TERM is missing or "dumb".
bool colour_is_terminal(FILE *out);

// Returns whether it may also have colour: the variable NO_COLOR is missing or empty
// (no-color.org).
bool colour_is_enabled(FILE *out);
