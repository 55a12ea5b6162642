#pragma once

#include "render/text/error.h"

#include <stddef.h>

// A set of names to choose from. `at` gives the i-th, NULL past the last.
struct names {
    const char *(*at)(const void *set, int i);
    const void *set;
};

// names.at for an array of strings that ends with NULL.
const char *names_of_array(const void *set, int i);

// names.at for strings that lie `stride` bytes apart, in the rows of a table, up to a NULL.
struct names_rows {
    const char *const *first;
    size_t stride;
};
const char *names_of_rows(const void *rows, int i);

// names.at for an array of pointers, up to a NULL, to structs that begin with their name.
const char *names_of_structs(const void *set, int i);

// The one name that a word nearly is: the word is its beginning, or has a letter or two too many,
// missing, wrong or swapped, or is in another case, or goes on behind it ("gaussian_blur"). NULL
// where no name is as near, or several are.
const char *names_nearest(const struct names *names, const char *word, size_t length);

// Returns the number of bytes of a word that a message shows: "%.*s", names_shown(length), word.
int names_shown(size_t length);

// Appends all names to the error, "a, b, c", and the nearest: "; did you mean 'b'?". Returns false.
bool names_append(struct error *error, const struct names *names, const char *word, size_t length);

// Appends all names alone, or "none".
void names_list(struct error *error, const struct names *names);

// Appends the nearest alone, where there is one. Returns false.
bool names_suggest(struct error *error, const struct names *names, const char *word, size_t length);

// Sets the error "'blur' must be blurs, rows or box; did you mean 'blurs'?". Returns false.
bool names_refuse(struct error *error, const struct names *names, const char *word);

// Writes "a, b or c"; `size` in bytes.
void names_join(const struct names *names, char *out, size_t size);
