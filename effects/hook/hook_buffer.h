#pragma once

#include "effects/hook/hook_parts.h"

// Reads a block BUFFER, whose bytes stand below it in hexadecimals, into the file.
bool hook_buffer_read(const struct hook_reader *reader, const struct hook_block *block,
                      struct hook_file *file);
