#pragma once

#include "app/command/option_row.h"

// What no single option can know: modes, files, numbers that do not go together. Chooses what hangs
// on several options.
bool options_check(const struct option_reader *reader, struct error *error);
