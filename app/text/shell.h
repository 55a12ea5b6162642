#pragma once

#include <stddef.h>

// Words of a command line as a POSIX shell reads and writes them.

// Writes the word so that a shell takes it as one, in single quotes where it needs them. Returns
// the length, like snprintf.
int shell_quote(const char *word, char *out, size_t size);

// Splits a command line into its words at blanks, and interprets quotes and backslashes, but
// nothing else of a shell. `words` point into `copy`, which has at least one byte more than the
// text. Returns the number of words; -1 if a quote is not closed or there are more than `most`.
int shell_split(const char *text, char *copy, const char *words[], int most);
