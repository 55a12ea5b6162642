#pragma once

#include "app/options.h"

// app/command: the command line, and what the program says of itself. It is read and checked here
// as far as no GPU is needed for it.

// Reads the arguments. Prints and ends the program for --help, --version and where a value is
// `help`. The strings of the options point into `argv`. Returns false for what is wrong, with one
// line that says so.
bool options_parse(struct options *options, int argc, char *argv[], struct error *error);
