#pragma once

#include <stddef.h>

// The font files that the panel, contact sheets and overlays use: DejaVu Sans.

struct error;

// Return the path of the installed font; NULL: not found in the usual folders.
const char *font_file_path(void);
const char *font_file_mono_path(void); // monospaced: DejaVu Sans Mono

// Reads a font file; the caller frees the result. NULL: it cannot be read, or has more than 32 MiB.
void *font_file_read(const char *path, size_t *size, struct error *error);
