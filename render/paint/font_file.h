#pragma once

#include <stddef.h>

// The file of letters that the panel, sheets and overlays share: DejaVu Sans.

#ifdef __cplusplus
extern "C" {
#endif

struct error;

// Returns where the file lies on this machine; NULL: nowhere that is known.
const char *font_file_path(void);
const char *font_file_mono_path(void); // letters of one width: DejaVu Sans Mono

// Reads a file of letters, for the caller to free. NULL: it cannot be read, or is no font's size.
void *font_file_read(const char *path, size_t *size, struct error *error);

#ifdef __cplusplus
}
#endif
