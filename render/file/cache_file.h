#pragma once

#include "render/context/context.h"
#include "render/file/output_file.h"

// What is kept between runs, for each renderer and driver by itself, so that a new driver begins
// anew: $XDG_CACHE_HOME/halation/<renderer and driver>.<ending>, or in ~/.cache/halation.

// False where neither variable names a folder, or the path is too long.
bool cache_file_path(const struct context_info *info, const char *ending, char *out, size_t size);

// For reading; to be closed by the caller. NULL when there is none, or what is there is no file of
// a cache's size.
FILE *cache_file_read(const struct context_info *info, const char *ending);

// For writing, to be closed by output_file_close. Makes the folders. False when it cannot be.
bool cache_file_write(struct output_file *file, const struct context_info *info, const char *ending,
                      struct error *error);
