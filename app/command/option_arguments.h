#pragma once

#include "app/command/option.h"

// Reads the arguments of a command line by the rows of a table, and opens the files that they name
// without an option, as a drop on the window does. `reader` begins with its rows and with options
// at their defaults, whose strings then point into `argv`. False for what is wrong, with one line
// that says what was meant.
bool option_read_all(struct option_reader *reader, int argc, char *argv[], struct error *error);
