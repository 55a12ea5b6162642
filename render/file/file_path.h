#pragma once

#include <stdbool.h>
#include <stddef.h>

// Names of files.

// Returns "folder/name" for the caller to free, with one slash also where the folder ends in one.
char *file_path_join(const char *folder, const char *name);

// Returns what stands behind the last slash: "" for a folder that ends in one.
const char *file_path_name(const char *path);

// Writes the first free name of "<stem>_0001<ending>" and so on. False where all up to 9999 are
// taken, or the name is longer than `size` bytes.
bool file_path_find_free(const char *stem, const char *ending, char *out, size_t size);
