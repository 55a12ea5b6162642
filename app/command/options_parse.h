#pragma once

#include "app/options.h"

// app/command: the command line, which is read and checked here as far as that needs no GPU.
//
// option_table has a row for each option, with its place in struct options, its range, its help and
// the modes that it works in. Everything else walks these rows: option.c reads the arguments and
// their values, says what was meant by those that no row has, and opens the files among them;
// describe prints the help and the manual, complete answers the completion of shells, and
// options_print writes the command line back. option_check holds options against each other once
// all are known. describe has --list and --print.
//
//     struct options options;
//     if (!options_parse(&options, argc, argv, &error))
//         return complain(EXIT_USAGE, &error);

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

// Writes the command line that opens a window with these options, without what is as it is anyway.
// Returns the length, like snprintf.
int options_print(const struct options *options, char *out, size_t size);
