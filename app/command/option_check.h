#pragma once

#include "app/command/option.h"

// Checks what no single option can know: modes, files, numbers that do not go together. Sets the
// defaults that depend on several options.
bool option_check(const struct option_reader *reader, struct error *error);
