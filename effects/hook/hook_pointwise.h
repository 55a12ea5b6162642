#pragma once

#include "effects/hook/hook_block.h"
#include "effects/hook/hook_parts.h"

// A shader file of one pass that reads its own texel alone, as a function of a fused program.

// Makes keys.pointwise and keys.function: the GLSL of vec4 <function>(vec4 color, Pixel px, <the
// parameters>), where names of the file begin with that of the function, so that files stay apart.
// Refuses, at that line or at the word of the body, what such a file must not have.
bool hook_pointwise_make(const struct hook_reader *reader, const struct hook_line *line,
                         struct hook_file *file);
