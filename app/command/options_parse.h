#pragma once

#include "app/options.h"

// app/command: the command line. It is read and checked here as far as no GPU is needed for it.

// Reads the arguments. Prints and ends the program for --help, --version and where a value is
// `help`. The strings of the options point into `argv`. Returns false for what is wrong, with one
// line that says so.
bool options_parse(struct options *options, int argc, char *argv[], struct error *error);

// Reads those of a picture in a list, which will be written to `path`, behind argv[0]: only what
// says what is drawn, and its tolerance. Which GPU and shaders is as in `given`.
bool options_parse_case(struct options *options, const char *path, const struct options *given,
                        int argc, char *argv[], struct error *error);

// What the options are where the command line says nothing.
void options_set_defaults(struct options *options);
