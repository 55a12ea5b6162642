#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// render/text: text of every kind, parameters, numbers, names, errors and log, for people and
// files.

// This header is about text from outside that is or claims to be UTF-8, on its way to a terminal or
// a file. Nothing here depends on the locale.

// Returns the number of bytes of the first character of `text`, which is `length` bytes long. 0:
// the text is empty, or does not begin with UTF-8. Overlong forms, surrogates and codes past
// U+10FFFF are not UTF-8.
size_t text_character(const char *text, size_t length);

// The code of the character at the start of `text`, which must not be empty; `count` gets its
// bytes.
uint32_t text_code(const char *text, size_t length, size_t *count);

// Returns the number of bytes of the byte order mark with which some editors begin a file: 3, or 0
// if there is none.
size_t text_mark_length(const char *text, size_t length);

// Returns true if the text ends in `ending`, with something before it: a file's name in ".png", a
// value in "px".
bool text_ends_in(const char *text, const char *ending);

// The ending of a noun behind a number: none behind 1, otherwise "s".
const char *text_plural(int count);

// Returns the number of columns of a terminal that the text takes: one for each character.
int text_columns(const char *text, size_t length);

// Copies text so that a terminal shows all of it and obeys none of it. Control characters, marks
// that turn the direction of writing and bytes that are no UTF-8 are written out as "\x1b" or
// "\u202e". Four times the length always suffices. Returns the whole length, like snprintf; a text
// that is cut ends with a whole character.
size_t text_make_visible(const char *text, size_t length, char *out, size_t size);

// Copies text with U+FFFD in the place of every byte that is no UTF-8, for files that may hold
// nothing else. Three times the length suffices; the rest is left out. Returns how many bytes were
// replaced.
int text_repair(const char *text, char *out, size_t size);

// Copies as much of a text as there is room for. No character is cut in two.
void text_copy_cut(const char *text, char *out, size_t size);

// Shortens text to at most `most` bytes (16 or more) by putting "..." for its middle, since the
// beginning says what it is about and the end why. No character is cut in two.
void text_cut_middle(char *text, size_t most);
