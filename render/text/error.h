#pragma once

#include <stdbool.h>

// Makes compilers check the arguments of a printf-like function against its format. `text` is the
// position of the format, `first` that of the first argument of it, both counted from 1.
#ifdef __GNUC__
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

// A message about a user's mistake: one line that says what would be right, without full stop or
// newline. A function that can fail in this way returns false or NULL, sets the error, and leaves
// all other outputs unchanged. Control characters are escaped ("\x1b"). A text that is too long is
// shortened in the middle, because its end has the reason.
struct error {
    char text[512];
    const char *key; // key of the parameter that caused the error, borrowed; NULL: unknown
};

// Returns false, so that a function can end with `return error_set(error, "...")`.
bool error_set(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

// Sets `key` and leaves the text; the key must be a constant. Returns false.
bool error_set_key(struct error *error, const char *key);

// Inserts words before the text: error_prefix(error, "%s: ", path). Returns false.
bool error_prefix(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

// Inserts "name: " before the text, unless the text already begins with that name. Returns false.
bool error_name(struct error *error, const char *name);

// Appends words to the text. Returns false.
bool error_append(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);
