#pragma once

#include "render/text/error.h"

#include <stddef.h>

// A set of names one can choose from: `at` gives the i-th, NULL past the last.
struct names {
    const char *(*at)(const void *set, int i);
    const void *set;
};

// The words of the array `set`, which ends with NULL; for names.at.
const char *names_of_array(const void *set, int i);

// The names that lie `stride` bytes apart, in the rows of a table, up to a NULL; for names.at.
struct names_rows {
    const char *const *first;
    size_t stride;
};
const char *names_of_rows(const void *rows, int i);

// The one name that what was written is nearly: its beginning, or a letter or two too many,
// missing, wrong or swapped, or in another case. NULL where no name, or more than one, comes as
// near.
const char *names_nearest(const struct names *names, const char *word, size_t length);

// How many bytes of a word stand in a message: "%.*s", names_shown(length), word.
int names_shown(size_t length);

// Ends the error's text with all names, "a, b, c", and with the nearest: "; did you mean 'b'?".
// Returns false.
bool names_append(struct error *error, const struct names *names, const char *word, size_t length);

// Ends it with all names alone, or "none".
void names_list(struct error *error, const struct names *names);

// Ends it with the nearest alone, where there is one. Returns false.
bool names_suggest(struct error *error, const struct names *names, const char *word, size_t length);

// "'blur' must be blurs, rows or box; did you mean 'blurs'?" Returns false.
bool names_refuse(struct error *error, const struct names *names, const char *word);

// "a, b or c".
void names_join(const struct names *names, char *out, size_t size);
