#pragma once

#include "render/text/compiler.h"

#include <stdbool.h>

// What a user did wrong, in one line that says what would be right. No full stop, no newline.
// Functions that can fail for a user's reason return false or NULL, fill one of these in, and have
// changed nothing else. Control characters of what the user wrote are written out ("\x1b"), and of
// a text that is too long the middle is left out: its end says why.
struct error {
    char text[512];
    const char *key; // of the parameter that the text speaks of; NULL: not known
};

// Returns false, so that a function can end with `return error_set(error, "...")`.
bool error_set(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

// Says of which parameter the text speaks; the key is a constant. Returns false too.
bool error_blame(struct error *error, const char *key);

// Puts words before the text: error_prefix(error, "%s: ", path). Returns false too.
bool error_prefix(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

// Puts words after the text. Returns false too.
bool error_append(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);
