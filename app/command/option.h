#pragma once

#include "app/options.h"
#include "render/text/names.h"

// One row describes one option: it reads it, checks it, writes it back and explains it in --help.
//
//     { "time", 0, OPTION_NUMBER, FIELD(draw.time), .min = 0, .max = 1e6, .value = "SECONDS",
//       .modes = SHOWS, .help = "moment of the animation" },
//
// A new option is a field of struct options and a row of option_table. Only what no kind can read
// or check needs a function of its own, `read`.

enum option_kind {
    OPTION_NOTED,    // takes no value, and that it was given says all
    OPTION_FLAG,     // bool, set to true
    OPTION_SWITCH,   // bool, the second of two names is true
    OPTION_INT,      // int, min..max
    OPTION_ONE_OF,   // int, one of the numbers in `names`
    OPTION_NUMBER,   // double, min..max
    OPTION_NAME,     // an enum; `names` in the order of its values
    OPTION_TEXT,     // const char *
    OPTION_TEXTS,    // const char *[count], of which the free places are NULL
    OPTION_OPERANDS, // const char *[count]: the arguments that follow, whatever they are
    OPTION_PATHS,    // struct report_wish: all that follow, up to the next with a dash
    OPTION_WORDS,    // struct report_wish: all that follow, whatever they are
    OPTION_OTHER,    // `read` does it
};

enum { OPTION_MOST_ROWS = 128, MODES = MODE_PRINT + 1 };

// What the reader knows while it reads the arguments.
struct option_reader {
    const struct option *rows; // ends with a zeroed row
    struct options *options;
    const char *mode_option;      // the option that chose the mode; NULL: none so far
    const char *opened;           // a file that no option names; NULL: none
    bool given[OPTION_MOST_ROWS]; // for each row
};

struct completion;

struct option {
    const char *name; // without the dashes
    char letter;      // of the short form; 0: none
    enum option_kind kind;
    size_t offset; // of the field in struct options
    double min, max;
    const char *const *names; // end with NULL
    const char *must;         // what a value of ONE_OF must be; NULL: one of its names
    int count;                // of TEXTS and OPERANDS
    enum mode mode;           // that it chooses; 0: none
    // Reads a value of OTHER; may look at one of another kind, once it is stored.
    bool (*read)(struct option_reader *reader, const char *value, struct error *error);
    bool (*check)(const char *value, struct error *error); // a text; NULL: any is right
    // Writes the i-th value of OTHER as text. False where there is none, or it is as always.
    bool (*print)(const struct options *options, int i, char *value, size_t size);
    void (*list)(void);         // prints its values, where the value is `help`
    const struct names *values; // the names that a text may be; NULL: any
    // What completion offers beside `names` and `values`: names, or what prints it; NULL: nothing.
    const struct names *offered;
    void (*complete)(struct completion *completion);
    const char *value;    // what --help calls the value or the operands; NULL: it takes none. With
                          // FILE or DIR in it files are completed, with '=' "name="
    bool may_stand_alone; // the value follows '=' or is not given, and NULL
    bool may_repeat;      // otherwise it is given once
    const char *help;
    const char *heading; // of the rows from here on, in --help
    const char *group;   // beside a heading: what --help=GROUP calls these rows
    const char *also;    // the other group that lists this row too
    bool is_common;      // also in --help alone
    unsigned modes;      // bit n: works in mode n; 0: in all
};

// Reads and stores the value of a row. NULL for rows that take none, and where it may be left out.
// Where it is `help`, prints what it can be and ends the program.
bool option_read_value(struct option_reader *reader, const struct option *row, const char *value,
                       struct error *error);

// Finds the row of an argument with a dash, and the value that stands in the same argument (NULL:
// none does).
const struct option *option_of_argument(const struct option rows[], const char *argument,
                                        const char **value);

// Returns the row of that name, which is there, and the place that notes whether it was given.
const struct option *option_find(const struct option_reader *reader, const char *name);
bool *option_given(struct option_reader *reader, const char *name);

// Returns whether it was given.
bool option_has(const struct option_reader *reader, const char *name);

// Returns whether the row is of use in the mode that was chosen.
bool option_works(const struct option_reader *reader, const struct option *row);

extern const struct option option_table[]; // every option; ends with a zeroed row

// Reads the arguments of a command line by the rows of a table, and opens the files that they name
// without an option, as a drop on the window does. `reader` begins with its rows and with options
// at their defaults, whose strings then point into `argv`. False for what is wrong, with one line
// that says what was meant.
bool option_read_all(struct option_reader *reader, int argc, char *argv[], struct error *error);

// Checks what no single option can know: modes, files, numbers that do not go together. Sets the
// defaults that depend on several options.
bool option_check(const struct option_reader *reader, struct error *error);
