#pragma once

#include "app/options.h"
#include "render/text/names.h"

// One row describes one option: it reads it, checks it and explains it in --help.

enum option_kind {
    OPTION_NOTED,    // takes no value, and that it was given says all
    OPTION_FLAG,     // bool, set to true
    OPTION_SWITCH,   // bool, the second of two names is true
    OPTION_INT,      // int, min..max
    OPTION_NUMBER,   // double, min..max
    OPTION_FLOAT,    // float, min..max
    OPTION_NAME,     // an enum; `names` in the order of its values
    OPTION_TEXT,     // const char *
    OPTION_OTHER,    // `read` does it
    OPTION_OPERANDS, // `read_operands` gets the next `operand_count` arguments, whatever they are
    OPTION_LIST,     // `read_list` gets all that follow, up to the next that begins with a dash
};

enum { OPTION_MOST_ROWS = 128, OPTION_MOST_OPERANDS = 4 };

// What the reader knows while it reads the arguments.
struct option_reader {
    const struct option *rows; // ends with a zeroed row
    struct options *options;
    const char *mode_option;      // the option that chose the mode; NULL: none so far
    const char *opened;           // a file that no option names; NULL: none
    bool given[OPTION_MOST_ROWS]; // for each row
};

struct option {
    const char *name; // without the dashes
    char letter;      // of the short form; 0: none
    enum option_kind kind;
    size_t offset; // of the field in struct options
    double min, max;
    const char *const *names; // end with NULL
    bool (*read)(struct option_reader *reader, const char *value, struct error *error);
    int operand_count; // 1 to OPTION_MOST_OPERANDS
    bool (*read_operands)(struct option_reader *reader, const char *const operands[],
                          struct error *error);
    bool (*read_list)(struct option_reader *reader, char *all[], int count, struct error *error);
    const char *value;    // what --help calls the value or the operands; NULL: it takes none
    bool may_stand_alone; // the value is only given with '='; without it `read` gets NULL
    bool may_repeat;      // otherwise it is given once
    const struct names
        *values; // the names that `read` takes, where it takes names; NULL: it does not
    const char *help;
    const char *heading; // of the rows from here on, in --help
    const char *group;   // beside a heading: what --help=GROUP calls these rows
    const char *also;    // the other group that lists this row too
    bool is_common;      // also in --help alone
    unsigned modes;      // bit n: works in mode n; 0: in all
};

// Reads the value of a row of any kind but OPTION_OPERANDS and OPTION_LIST, and stores it. `value`
// is NULL for rows that take none.
bool option_row_read(const struct option *row, struct option_reader *reader, const char *value,
                     struct error *error);

// Returns the name of the i-th of `rows`, for struct names; NULL past the last.
const char *option_row_name(const void *rows, int i);
