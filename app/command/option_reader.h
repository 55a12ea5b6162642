#pragma once

#include "app/command/option_row.h"

// Reads arguments by the rows of a table.

// `reader` begins with its rows and with options at their defaults. The strings of the options
// point into `argv`. Returns false for what is wrong, with one line that says so.
bool option_reader_read(struct option_reader *reader, int argc, char *argv[], struct error *error);

// Returns whether the option of that name was given.
bool option_reader_has(const struct option_reader *reader, const char *name);
