#pragma once

#include "render/context/context.h"
#include "render/file/output_file.h"

// Files that store measurements between runs: $XDG_CACHE_HOME/halation/<renderer and
// driver>.<ending>, or in ~/.cache/halation. The name contains the driver's version, so
// measurements of an older driver are not used.

// Writes the path to `out`. Returns false if neither $XDG_CACHE_HOME nor $HOME is an absolute path,
// or the path needs more than `size` bytes.
bool cache_file_path(const struct context_info *info, const char *ending, char *out, size_t size);

// Opens the file for reading; the caller closes it with fclose. Returns NULL if there is no regular
// file of at most 4 MiB.
FILE *cache_file_read(const struct context_info *info, const char *ending);

// Creates the folders of the file and opens it for writing; output_file_close closes it.
bool cache_file_write(struct output_file *file, const struct context_info *info, const char *ending,
                      struct error *error);
