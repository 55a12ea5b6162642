#pragma once

#include "app/options.h"

// app/command: reads the command line, and checks it as far as that needs no GPU.
//
// option_table has a row for each option, with its field in struct options, its range, its help and
// its modes. All other files use these rows: option.c reads the arguments and their values,
// suggests corrections for unknown ones, and opens the files among them; describe prints the help
// and the manual, complete answers the completion of shells, and options_print writes the command
// line back. option_check checks combinations of options after all are known. describe also
// implements --list and --print. option_output has a row for each kind of file that -o writes, and
// finds those of the files that were given.
//
//     struct options options;
//     if (!options_parse(&options, argc, argv, &error))
//         return report_error(EXIT_USAGE, &error);

// Reads the arguments. Prints and ends the program for --help, --version and a value `help`. The
// strings of the options point into `argv`. Returns false on an error, with one line about it.
bool options_parse(struct options *options, int argc, char *argv[], struct error *error);

// Reads the options of a picture in a list, after argv[0]; the picture will be written to `path`.
// Only options that affect the picture, and its tolerance, are allowed. GPU and shaders are those
// of `given`.
bool options_parse_case(struct options *options, const char *path, const struct options *given,
                        int argc, char *argv[], struct error *error);

// Sets the options to those of an empty command line.
void options_set_defaults(struct options *options);

// Writes the command line that opens a window with these options, without defaults. Returns the
// length, like snprintf.
int options_print(const struct options *options, char *out, size_t size);
