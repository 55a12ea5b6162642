#pragma once

#include "effects/hook/hook_block.h"
#include "effects/hook/hook_parts.h"

// Reads a block TEXTURE, whose texels stand below it in hexadecimals, into the file.
bool hook_texture_read(const struct hook_reader *reader, const struct hook_block *block,
                       struct hook_file *file);
