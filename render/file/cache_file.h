#pragma once

#include "render/context/context.h"
#include "render/file/output_file.h"

// Files that keep measurements between runs. Each renderer and driver has its own, so that a new
// driver begins anew: $XDG_CACHE_HOME/halation/<renderer and driver>.<ending>, or in
// ~/.cache/halation.

// Writes the path. False where neither $XDG_CACHE_HOME nor $HOME names a folder, or it is longer
// than `size` bytes.
bool cache_file_path(const struct context_info *info, const char *ending, char *out, size_t size);

// Opens the file for reading; the caller closes it. NULL where there is none, or what is there is
// no plain file of a cache's size.
FILE *cache_file_read(const struct context_info *info, const char *ending);

// Opens the file for writing, and makes its folders; output_file_close closes it. False where that
// fails.
bool cache_file_write(struct output_file *file, const struct context_info *info, const char *ending,
                      struct error *error);
