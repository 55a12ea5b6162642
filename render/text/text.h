#pragma once

#include <stddef.h>

// Text that comes from outside, in UTF-8 or claiming to be, for a terminal and for files. Nothing
// here depends on the locale.

// Bytes of the character that begins at `text`, of which `length` are there. 0: these bytes are no
// UTF-8, or there are none. Overlong forms, surrogates and what lies past U+10FFFF are none.
size_t text_character(const char *text, size_t length);

// How many columns of a terminal it takes: one a character.
int text_columns(const char *text, size_t length);

// Copies text so that a terminal shows all of it and obeys none of it: control characters, marks
// that turn the direction of writing, and bytes that are no UTF-8 are written out, "\x1b",
// "\u202e". Four times the length always suffices. Returns the length, like snprintf; no character
// is cut in two.
size_t text_make_visible(const char *text, size_t length, char *out, size_t size);

// Copies text with U+FFFD in the place of every byte that is no UTF-8, for files that must hold
// nothing else. Three times the length suffices; what does not fit is left out. Returns how many
// bytes were replaced.
int text_repair(const char *text, char *out, size_t size);

// Makes text at most `most` bytes long (at least 16): what lies in its middle becomes "...", since
// the beginning says what it is about and the end why. No character is cut in two.
void text_cut_middle(char *text, size_t most);
