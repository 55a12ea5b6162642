#pragma once

#include "effects/hook/hook_parts.h"

// A file of mpv's user shaders, as libplacebo documents them (docs/custom-shaders.md): blocks of
// lines "//!DIRECTIVE arguments" and the text behind them, which are passes, parameters and
// textures. Reading one needs no GPU.

// Reads a text of that size, which is followed by a zero. The error names the path, line, column
// and directive, and `file` is then empty.
bool hook_file_read(struct hook_file *file, const char *path, const char *text, size_t size,
                    struct error *error);
void hook_file_finish(struct hook_file *file);
