#pragma once

#include <stdbool.h>
#include <stddef.h>

// Names of files.

// Returns "folder/name", which the caller frees, with a single slash even if `folder` ends in one.
char *file_path_join(const char *folder, const char *name);

// Returns the part behind the last slash; "" if the path ends in one.
const char *file_path_name(const char *path);

// Return true if there is a plain file or a folder of that name; links are followed.
bool file_path_is_file(const char *path);
bool file_path_is_folder(const char *path);

// Writes the first of "<stem>_0001<ending>" to "<stem>_9999<ending>" that does not exist. Returns
// false if all exist, or the name needs more than `size` bytes.
bool file_path_find_free(const char *stem, const char *ending, char *out, size_t size);
