#pragma once

#include "app/options.h"

// Writes the command line that opens a window with these options: the program's name and all that
// is not as it would be without it, quoted for a shell. Returns the length, like snprintf.
int option_print(const struct options *options, char *out, size_t size);
