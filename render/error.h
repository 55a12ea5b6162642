#pragma once

#include "render/compiler.h"

#include <stdbool.h>

// What a user did wrong, in one line that says what would be right. No full stop, no newline.
// Functions that can fail for a user's reason return false or NULL, fill one of these in, and have
// changed nothing else.
struct error {
    char text[512];
};

// Returns false, so that a function can end with `return error_set(error, "...")`.
bool error_set(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

// Puts words before the text: error_prefix(error, "%s: ", path). Returns false too.
bool error_prefix(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);
