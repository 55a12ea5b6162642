#pragma once

#include "render/text/error.h"

#include <stddef.h>

// Reads a whole file as text, for the caller to free. `what` names it in errors: "chain file".
// Returns NULL where it cannot be read, is longer than `most` bytes, or holds a zero.
char *text_file_read(const char *path, const char *what, size_t most, struct error *error);
