#pragma once

#include "render/text/error.h"

#include <stddef.h>

// A growing string. Initialise it with { 0 }; `text` stays NULL until the first write. The owner
// frees `text`.
struct text_writer {
    char *text; // ends with a NUL
    size_t length;
};
void text_write(struct text_writer *writer, const char *format, ...) PRINTF_LIKE(2, 3);
