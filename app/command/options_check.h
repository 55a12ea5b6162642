#pragma once

#include "app/command/option_row.h"

// Checks what no single option can know: modes, files, numbers that do not go together. Sets
// defaults that depend on several options.
bool options_check(const struct option_reader *reader, struct error *error);
