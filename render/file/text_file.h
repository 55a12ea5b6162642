#pragma once

#include "render/text/error.h"

#include <stddef.h>

// Reads a whole file as text, which the caller frees. `what` names its kind in errors: "chain
// file". Returns NULL if it cannot be read, has more than `most` bytes, or contains a zero byte.
char *text_file_read(const char *path, const char *what, size_t most, struct error *error);
