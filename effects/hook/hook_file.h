#pragma once

#include "effects/hook/hook_parts.h"

// A file of mpv's user shaders, as libplacebo documents them (docs/custom-shaders.md): blocks of
// lines "//!DIRECTIVE arguments" and the text behind them, which are passes, parameters and
// textures. Reading one needs no GPU.

// The point of that name, MAINPRESUB being MAIN; -1: there is none.
int hook_point_find(const char *name);

// What a name stands for that a file declares: texture n is n, buffer n is HOOK_MAX_TEXTURES + n;
// -1: it declares none of that name.
int hook_file_find(const struct hook_file *file, const char *name);

// Whether it keeps something from frame to frame.
bool hook_file_keeps(const struct hook_file *file);

// Reads a text of that size, which is followed by a zero. The error names the path, line, column
// and directive, and `file` is then empty.
bool hook_file_read(struct hook_file *file, const char *path, const char *text, size_t size,
                    struct error *error);
void hook_file_finish(struct hook_file *file);

// The parameter of that name or with a choice of it; NULL: there is none. `choice` gets the number
// of the choice, or -1.
const struct hook_param *hook_file_param(const struct hook_file *file, const char *name,
                                         int *choice);
