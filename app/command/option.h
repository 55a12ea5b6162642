#pragma once

#include "app/results/outputs.h"
#include "render/text/names.h"

// One row describes one option: how it is read, checked, written back and explained in --help.
//
//     { "time", OPTION_NUMBER, "SECONDS", SHOWS, "moment of the animation",
//       FIELD(draw.time), .max = 1e6 },
//
// To add an option, add a field to struct options and a row to option_table. Only an option that no
// kind can read or check needs a function of its own, `read`.

enum option_kind {
    OPTION_FLAG,   // bool, set to true
    OPTION_INT,    // int, min..max
    OPTION_ONE_OF, // int, one of the numbers that `values` begin with
    OPTION_NUMBER, // double, min..max
    OPTION_NAME,   // enum; `values` are in the order of its values
    OPTION_TEXT,   // const char *; one of `values` unless `check` is set
    OPTION_TEXTS,  // const char *[max]; unused elements are NULL
    OPTION_WORDS,  // struct word_list: min..max arguments that follow, also with dashes; if max is
                   // 0, all up to the next with a dash
    OPTION_OTHER,  // `read`, if it is set, reads and stores the value
};

enum { OPTION_MAX_ROWS = 128, MODES = MODE_PRINT + 1 };

// Bits of the modes in which a row is valid.
enum {
    IN_WINDOW = 1 << MODE_WINDOW,
    IN_SCREENSHOT = 1 << MODE_SCREENSHOT,
    IN_SEQUENCE = 1 << MODE_SEQUENCE,
    IN_SHEET = 1 << MODE_SHEET,
    IN_EXPORT = 1 << MODE_EXPORT,
    IN_BENCH = 1 << MODE_BENCH,
    IN_REPORT = 1 << MODE_REPORT,
    IN_TUNE = 1 << MODE_TUNE,
    IN_AUDIT = 1 << MODE_AUDIT,
    IN_COMPARE = 1 << MODE_COMPARE,
    IN_IDENTIFY = 1 << MODE_IDENTIFY,
    IN_RECORD = 1 << MODE_RECORD,
    IN_VERIFY = 1 << MODE_VERIFY,
    IN_CASE = 1 << MODE_CASE,
    IN_EXPLAIN = 1 << MODE_EXPLAIN,
    IN_LIST = 1 << MODE_LIST,
    IN_PRINT = 1 << MODE_PRINT,
};

// The state of reading the arguments.
struct option_reader {
    struct options *options;
    const char *mode_option;     // the option that chose the mode; NULL: no option yet
    const char *opened;          // a file that was given without an option; NULL: none
    bool given[OPTION_MAX_ROWS]; // for each row
};

struct completion;

struct option {
    const char *name; // without the dashes
    enum option_kind kind;
    const char *value; // the value or operands in --help; NULL: no value. Completion offers files
                       // if it contains FILE or DIR
    unsigned modes;    // IN_ bits of those where it is valid; 0: all modes
    const char *help;
    char letter;   // of the short form; 0: none
    size_t offset; // of the field in struct options
    double min, max;
    enum mode mode; // the mode that the option chooses; 0: none
    // Reads a value of OPTION_OTHER. For other kinds it is called after the value is stored.
    bool (*read)(struct option_reader *reader, const char *value, struct error *error);
    bool (*check)(const char *value, struct error *error); // of a text; NULL: all valid
    // Writes the i-th value of OTHER as text. Returns false if there is none.
    bool (*print)(const struct options *options, int i, char *value, size_t size);
    void (*list)(void);         // prints its values if the value is `help`
    const struct names *values; // names that a value may be, and that completion offers, or NULL
    const struct param *params; // keys of the value, for help and completion; NULL: none
    void (*complete)(struct completion *completion); // prints completions instead; NULL: none
    bool is_standalone;  // the value follows '=' or is left out, and then NULL
    bool may_repeat;     // otherwise it may be given once
    const char *heading; // heading in --help above this row
    const char *group;   // only with a heading: the GROUP of --help=GROUP for these rows
    const char *also;    // other groups that also list this row, separated by blanks
    bool is_common;      // shown by --help without a topic
    bool is_hidden;      // accepted, and neither listed nor completed
    const char *instead; // what other modes have in its place, for errors; NULL: nothing
};

// Reads and stores the value of a row. `value` is NULL for rows without a value, and if an optional
// one is left out. If it is `help`, prints the possible values and ends the program.
bool option_read_value(struct option_reader *reader, const struct option *row, const char *value,
                       struct error *error);

// Finds the row of an argument with a dash, and the value in the same argument (NULL: none).
const struct option *option_of_argument(const char *argument, const char **value);

// Returns the row of a name of `length` bytes; NULL: there is none.
const struct option *option_of_name(const char *name, size_t length);

// Return the row of that name, which must exist, and the flag that records whether it was given.
const struct option *option_find(const char *name);
bool *option_given(struct option_reader *reader, const char *name);

// Returns true if the option was given.
bool option_has(const struct option_reader *reader, const char *name);

// Returns true if the row is valid in the mode that was chosen.
bool option_works(const struct option_reader *reader, const struct option *row);

extern const struct option option_table[]; // every option; ends with a zeroed row

// Reads the arguments of a command line, and opens files that are given without an option, like a
// drop on the window. `reader` starts with default options;
// the options' strings then point into `argv`. Returns false on an error, with one line that
// suggests what was meant.
bool option_read_all(struct option_reader *reader, int argc, char *argv[], struct error *error);

// ---- files that are written

// Finds the rows of the files of -o, and the mode if no option has chosen one. Call it when all
// arguments are read.
bool option_choose_outputs(struct option_reader *reader, struct error *error);

// Returns true if all files can be written; writes nothing.
bool option_check_outputs(const struct option_reader *reader, struct error *error);

// Returns the endings of files that a mode writes; MODE_WINDOW: those that imply a mode. With
// `are_formats` as --output-format has them. The list is valid until the next call.
struct names output_endings(enum mode mode, bool are_formats);

void output_print_rows(void); // prints the endings with what is written

// Names the options that choose the modes of a set: "--screenshot or --compare".
void option_name_modes(unsigned modes, char *out, size_t size);

// ---- all of them

// Checks conditions on several options: modes, files, numbers that do not go together. Sets the
// defaults that depend on several options.
bool option_check(const struct option_reader *reader, struct error *error);

// ---- completion

// Completion of command lines in shells. The shells' scripts (assets/complete.*) have no list of
// options: they run `halation --complete WORD...` at each press of Tab, which takes 5 ms.

// Prints on stdout the completions of the last word, which may be empty: one per line, with a
// description after a tab. A completion that ends in '=' or ':' is continued by more of the word. A
// '*' at the end stands for the name of a file, and "*/" for that of a directory:
//
//   halation --complete --chain dual:ed     dual:edge=       What lies beyond the border: its ...
//   halation --complete --chain @           @*
void complete_words(struct option_reader *reader, const struct word_list *words);

// Complete chain text, scene text and suites: option.complete.
void complete_suite(struct completion *completion);
void complete_chain(struct completion *completion);
void complete_scene(struct completion *completion);

// Complete the ending of a file that the mode writes, and an ending by itself.
void complete_output(struct completion *completion);
void complete_output_format(struct completion *completion);
