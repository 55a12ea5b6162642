#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// render/text: text, parameters, numbers, names, errors, log, memory and clock.

// This header is about text from users and files, which should be UTF-8 but may not be, before it
// goes to a terminal or a file. Nothing here depends on the locale.

// Returns the number of bytes (1..4) of the first character of `text`, which has `length` bytes; 0:
// it is empty or does not begin with valid UTF-8. Overlong forms, surrogates and codes above
// U+10FFFF are invalid.
size_t text_character(const char *text, size_t length);

// Returns the code point at the start of `text`. `count` gets its number of bytes as of
// text_character; if that is 0 the result means nothing.
uint32_t text_code(const char *text, size_t length, size_t *count);

// Returns the number of bytes of the byte order mark at the start of `text`: 3, or 0 if it has
// none.
size_t text_mark_length(const char *text, size_t length);

bool text_begins_with(const char *text, const char *beginning);

// Returns true if the text ends in `ending` and is longer than it: "a.png" ends in ".png", and
// ".png" does not.
bool text_ends_in(const char *text, const char *ending);

// Returns the plural ending of a noun behind a number: "" for 1, otherwise "s".
const char *text_plural(int count);

// Returns the number of columns of a terminal that the text takes: one for each character.
int text_columns(const char *text, size_t length);

// Copies text for display on a terminal, with control characters, marks of writing direction and
// invalid UTF-8 escaped as "\x1b" or "\u202e". The result has at most four times the bytes. Returns
// its full length, like snprintf; a result that is cut ends with a whole character.
size_t text_make_visible(const char *text, size_t length, char *out, size_t size);

// Copies text with each byte of invalid UTF-8 replaced by U+FFFD, for files that must be UTF-8. The
// result has at most three times the bytes; it is cut if `size` is smaller. Returns the number of
// replaced bytes.
int text_repair(const char *text, char *out, size_t size);

// Copies text to a buffer of `size` bytes and cuts it if necessary, between two characters.
void text_copy_cut(const char *text, char *out, size_t size);

// Shortens text in place to at most `most` bytes (16 or more) by replacing its middle with "...",
// between two characters: messages begin with the subject and end with the reason.
void text_cut_middle(char *text, size_t most);
