#pragma once

#include "app/options.h"

#include <stdio.h>

// Files of -o. A row of the table (app/command/option_output.c) says for an ending which modes
// write it, and how. The parser, the help, the completion and errors go by it, and a mode writes
// everything that was asked for by one call:
//
//     const struct compare_cases cases = ...;
//     if (!outputs_write(&options->outputs, OUTPUT_KINDS, &cases))
//         return EXIT_MACHINE;

struct output_row {
    const char *ending; // ".png"; "/": of a folder; "%": a name that has a number in it
    enum output_kind kind;
    unsigned modes;     // bit n: mode n writes it
    const char *what;   // for --output=help
    enum mode implied;  // the mode if no option names one; MODE_WINDOW: none
    bool is_default;    // of the modes for "-" without --output-format
    bool is_for_stream; // valid for "-" alone
    // Checks a path before any work; NULL: output_file_check does, or the mode of a folder.
    bool (*check)(const char *path, struct error *error);
    // Prints the subject of the mode, which its entry function names. Returns false if that cannot
    // be. NULL: `write` does, or the mode itself.
    bool (*print)(const void *subject, FILE *out);
    // Writes the subject, and logs what it wrote. Returns false after it has printed the reason.
    bool (*write)(const void *subject, const char *path);
};

// Returns the path of that kind; NULL: none was given.
const char *outputs_path(const struct outputs *outputs, enum output_kind kind);

// Writes the files of one kind, or of all for OUTPUT_KINDS, and logs their names. Returns false
// after printing what could not be written. Call it before printing anything on stdout, since a
// pipe that closes (`| head`) may end the program.
bool outputs_write(const struct outputs *outputs, enum output_kind kind, const void *subject);

// Writes one file completely, or not at all.
bool output_write(const char *path, bool (*print)(const void *subject, FILE *out),
                  const void *subject, struct error *error);
