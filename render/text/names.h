#pragma once

#include "render/text/error.h"

#include <stddef.h>

// A list of names, for example of effects, for error messages and look-up. `at` returns name `i` of
// `set`, and NULL past the last.
struct names {
    const char *(*at)(const void *set, int i);
    const void *set;
};

// names.at for an array of strings that ends with NULL.
const char *names_of_array(const void *set, int i);

// names.at for a string field of a table of structs, up to a row where it is NULL: `first` is the
// field in row 0, `stride` the size of a row in bytes.
struct names_rows {
    const char *const *first;
    size_t stride;
};
const char *names_of_rows(const void *rows, int i);

// names.at for an array of pointers, up to a NULL, to structs that begin with their name.
const char *names_of_structs(const void *set, int i);

// Returns the index of the name that equals a word of `length` bytes; -1: there is none.
int names_find(const struct names *names, const char *word, size_t length);

// Returns the only name that is similar to a word of `length` bytes, borrowed; NULL if there is
// none, or several are equally similar. A name is similar if the word is its beginning, differs in
// case or by one or two letters (missing, added, wrong or swapped), or begins with it
// ("gaussian_blur").
const char *names_nearest(const struct names *names, const char *word, size_t length);

// Returns `length`, limited to what a message shows of a user's word. Use it as the precision of
// "%.*s": names_shown(length), word.
int names_shown(size_t length);

// Appends all names to the error, "a, b, c", and then a suggestion as names_suggest does. Returns
// false.
bool names_append(struct error *error, const struct names *names, const char *word, size_t length);

// Appends all names to the error, "a, b, c", or "none".
void names_list(struct error *error, const struct names *names);

// Appends "; did you mean 'b'?" to the error if names_nearest finds a name. Returns false.
bool names_suggest(struct error *error, const struct names *names, const char *word, size_t length);

// Sets the error "'blur' must be blurs, rows or box; did you mean 'blurs'?". Returns false.
bool names_refuse(struct error *error, const struct names *names, const char *word);

// Writes "a, b or c" to `out`, which has `size` bytes; a longer text is cut.
void names_join(const struct names *names, char *out, size_t size);
