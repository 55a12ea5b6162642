#pragma once

#include "render/text/error.h"

#include <stddef.h>

// Writes the name of one file of a sequence: `pattern` with its one %d, %4d or %04d replaced by
// `number` (0 or more); %% stands for a percent sign. The pattern comes from the command line, so
// it is never handed to printf. Fails when there is not exactly one number in it, or the name is
// too long.
bool frame_name(const char *pattern, int number, char *out, size_t size, struct error *error);
