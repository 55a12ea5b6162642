#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Fuzz targets share this: each defines the first, and ends the program if a promise is broken.

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

void require(bool condition, const char *what);

// An error is one line that begins so.
void require_line(const char *text, const char *begin);

// Returns the bytes as a text, which the caller frees.
char *fuzz_text(const uint8_t *data, size_t size);
