#pragma once

#include "render/text/compiler.h"

#include <stdbool.h>

// One line for a user's mistake, which says what would be right, without full stop or newline. A
// function that can fail by such a mistake returns false or NULL, fills in an error, and has
// changed nothing else. Control characters in it are written out ("\x1b"), and a text that is too
// long loses its middle, since its end says why.
struct error {
    char text[512];
    const char *key; // of the parameter that the text is about; NULL: not known
};

// Returns false, so that a function can end with `return error_set(error, "...")`.
bool error_set(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

// Says which parameter the text is about; the key is borrowed, a constant. Returns false too.
bool error_blame(struct error *error, const char *key);

// Puts words before the text: error_prefix(error, "%s: ", path). Returns false too.
bool error_prefix(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

// Puts "name: " before the text, unless it begins with that name. Returns false too.
bool error_name(struct error *error, const char *name);

// Puts words after the text. Returns false too.
bool error_append(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);
