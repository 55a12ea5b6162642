#pragma once

#include "app/options.h"
#include "render/text/names.h"

// One row describes one option: the same row reads it, checks it and explains it in --help.

enum option_kind {
    OPTION_FLAG,   // bool, set to true
    OPTION_SWITCH, // bool, the second of two names is true
    OPTION_INT,    // int, min..max
    OPTION_NUMBER, // double, min..max
    OPTION_FLOAT,  // float, min..max
    OPTION_NAME,   // an enum; `names` in the order of its values
    OPTION_TEXT,   // const char *
    OPTION_OTHER,  // `read` does it
};

// What is known while the arguments are read.
struct option_reader {
    struct options *options;
    const char *mode_option; // the option that chose the mode; NULL: none so far
    unsigned long given;     // bit n: row n was there
};

struct option {
    const char *name; // without the dashes
    char letter;      // of the short form; 0: none
    enum option_kind kind;
    size_t offset; // of the field in struct options
    double min, max;
    const char *const *names; // end with NULL
    bool (*read)(struct option_reader *reader, const char *value, struct error *error);
    const char *value;    // what --help calls the value; NULL: it takes none
    bool may_stand_alone; // the value is only given with '='; without it `read` gets NULL
    bool may_repeat;      // otherwise it is given once
    const struct names
        *values; // the names that `read` takes, where it takes names; NULL: it does not
    const char *help;
    const char *heading; // of the rows from here on, in --help
    unsigned modes;      // bit n: works in mode n; 0: in all
};

extern const struct option option_rows[]; // ends with a zeroed row

// Reads the value of a row and stores it. `value` is NULL for rows that take none.
bool option_read(const struct option *row, struct option_reader *reader, const char *value,
                 struct error *error);

// What an argument that is no option was meant to be: an option, a chain, a scene, a file. `last`
// is the option before it when that stood alone, otherwise NULL. Returns false.
bool option_stray(const char *argument, const struct option *last, struct error *error);

// What no single option can know: modes, files, numbers that do not go together.
bool options_check(const struct option_reader *reader, struct error *error);

// The text of --help.
void options_print_help(void);
