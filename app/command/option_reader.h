#pragma once

#include "app/command/option_row.h"

// Reads arguments by the rows of a table.

// What `reader` begins with are its rows and the options with their defaults. The strings of the
// options point into `argv`. False for what is wrong, with one line that says so.
bool option_reader_read(struct option_reader *reader, int argc, char *argv[], struct error *error);

// Whether the option of that name was given.
bool option_reader_has(const struct option_reader *reader, const char *name);
