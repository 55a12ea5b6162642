#pragma once

#include "render/text/compiler.h"

#include <stddef.h>

// A text that grows; owned. Zeroed, it is none, and `text` is NULL.
struct text_writer {
    char *text; // ends with a NUL
    size_t length;
};
void text_write(struct text_writer *writer, const char *format, ...) PRINTF_LIKE(2, 3);
