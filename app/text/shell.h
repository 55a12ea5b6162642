#pragma once

#include <stddef.h>

// Words of a command line as a POSIX shell reads and writes them.

// Writes the word so that a shell takes it as one, in single quotes where it needs them. Returns
// the length, like snprintf.
int shell_quote(const char *word, char *out, size_t size);

// Splits a command line into its words: blanks part them, and quotes and backslashes are obeyed.
// Nothing else of a shell is. `words` point into `copy`, which has as many bytes as the text and
// one more. Returns how many there are; -1 where a quote has no end or there are more than `most`.
int shell_split(const char *text, char *copy, const char *words[], int most);
