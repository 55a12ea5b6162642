#pragma once

#include "effects/hook/hook_parts.h"

// The keys of a shader file that halation alone knows, a line each, anywhere in the file:
//
//   //@ pointwise               its one pass reads its own texel alone, and is fused with others
//   //@ sigma NAME              that parameter is the width of a blur, in pixels
//   //@ same-as gaussian:...    a chain that gives the same image
//   //@ edge mirror             what its passes read beyond the border; clamp where it is not said

// Reads the lines of a file that hook_file_read has read from the same text. The error names the
// path, line, column and key.
bool hook_keys_read(struct hook_file *file, const char *text, size_t size, struct error *error);
