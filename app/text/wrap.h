#pragma once

#include "render/paint/lettering.h"
#include "render/text/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// app/text: text for people, and the clock. Lines are at most 80 columns wide, on a terminal as in
// a pipe or a file.

enum {
    WRAP_COLUMNS = 80,
    WRAP_INDENT = 13, // where the words of a list of names begin
    WRAP_AGAIN = 2,   // indent of the second and later lines of a sentence
};

// Returns how many bytes of `text` fit on a line of `columns` columns, at least one character. The
// line breaks at a space; a longer word breaks after a ',', or else after a ':' or the like, since
// chain text breaks between steps. The rest may begin with spaces, which the caller skips.
size_t wrap_length(const char *text, int columns);

// Prints `text` and ends the line. The cursor is already at `column`; further lines begin at column
// `indent`.
void wrap_print(FILE *out, int column, int indent, const char *text);

// Prints formatted text; the cursor is at the beginning of a line.
void wrap_printf(FILE *out, int indent, const char *format, ...) PRINTF_LIKE(3, 4);

// Prints a sentence on stdout; further lines are indented by WRAP_AGAIN columns.
#define wrap_sentence(...) wrap_printf(stdout, WRAP_AGAIN, __VA_ARGS__)

// Prints a name on stdout at column `left`, and its description at column `indent`, on the next
// line if the name is too long.
void wrap_entry(int left, int indent, const char *name, const char *text);

// Draws a text in at most `most` lines, `step` pixels apart, each within the letters' room; the
// last one is cut if necessary. Returns the number of lines; an `image` of NULL only counts them.
int wrap_draw(struct image *image, const struct lettering *letters, int x, int y, int step,
              int most, const char *text);

// Returns true if `out` is a terminal that can move its cursor: a file cannot, nor a terminal whose
// variable TERM is missing or "dumb".
bool colour_is_terminal(FILE *out);

// Returns true if `out` may also have colour: the variable NO_COLOR is missing or empty
// (no-color.org).
bool colour_is_enabled(FILE *out);
