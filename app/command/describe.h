#pragma once

#include "app/command/option.h"

// The program's description of itself: --help, --list and --print. It is generated from the tables
// that the program runs with, so it is never out of date.

// Prints the text of --help on stdout, one screen: the most used options if `topic` is NULL; or a
// group of options, one option or effect by its name, an option of effects and scenes with all that
// have it, or another topic. "all" prints more than a screen. For any other topic returns false
// with an error that lists the topics.
bool describe_help(const char *topic, struct error *error);

// Prints on stdout what to try if no window can open. Returns the exit status.
int describe_no_display(void);

extern const struct names describe_topics;
extern const char *const describe_chain_text[]; // syntax of chains, in paragraphs; ends with NULL

struct describe_row {
    const char *name, *summary;
    void (*list)(void);                          // prints it; if that needs a chain, `print` does
    int (*print)(const struct options *options); // returns the exit status
    const char *also; // other names for it, separated by blanks; NULL: none
    const char *uses; // as of describe_uses
};

extern const struct describe_row describe_lists[], describe_prints[]; // end with a zeroed row

// Sets the argument of --list or --print, depending on the mode of `options`.
bool describe_find(struct options *options, const char *name, struct error *error);

// Returns the names, separated by blanks, of the options of a picture that --print or --explain has
// a use for; NULL: all of them.
const char *describe_uses(const struct options *options);

// Prints what --list or --print names. Returns the exit status.
int describe_run(const struct options *options);

// Print the arguments of --list and --print with summaries, and the presets and scenes.
void describe_help_lists(void);
void describe_help_prints(void);
void describe_chains(void);
void describe_scenes(void);

// Writes the chain of a preset, without what is at its default.
void describe_preset(int i, char out[CHAIN_TEXT_SIZE]);

// Prints rows with their ranges and defaults; `param` may be NULL.
void describe_params(const struct param *param);

// ---- settings of other programs

// Prints what a setting of another program is here, or the settings nearest to a width. Returns the
// exit status.
int describe_translate(const char *text);
bool describe_translate_check(const char *text, struct error *error);
void describe_programs(void); // prints the programs with their parameters

// ---- effects, their parameters, implementations and palettes

// Writes what an effect does, its input and output values, and its origin.
void describe_sentences(const struct effect *effect, char *out, size_t size);

// Prints every palette with its colours, as swatches of 24-bit colour if the terminal has colour,
// otherwise as RRGGBB.
void describe_palettes(void);

// Writes the range of a parameter: "0..64", "bayer2, bayer4", "0.5..128 px". All names of a choice
// fit into DESCRIBE_RANGE_SIZE.
enum { DESCRIBE_RANGE_SIZE = 1024 };
void describe_range(const struct param *param, char *out, size_t size);

// Writes its default as chain text.
void describe_default(const struct param *param, char *out, size_t size);

// Prints the values of a step's tone curve, from stop to stop.
void describe_curve(const struct chain_step *step, FILE *out);

// Prints options, chains, presets, effects, scenes and keys as JSON, from which script/describe
// makes documents.
void describe_all(void);

void describe_summaries(void); // prints one line per effect

// Print the implementations of every effect, or of one, with their reads, sums and stores per pixel
// of a picture of 1920x1080.
void describe_impls(void);
void describe_impls_of(const struct effect *effect);

// ---- pages

// --explain: one page about an effect. Its text is assets/effects/NAME.md, four paragraphs, of
// which the last names a step as an example; docs/effects.md has the same. The rest of the page
// comes from tables. The page of a shader file is made from the comments and directives of the
// file.

// Returns the text of an effect of the program.
const char *explain_text(const struct effect *effect);

// Makes the chain of the one step that the text names; a shader file's at its defaults.
void explain_example(const struct effect *effect, struct chain *chain);

// Returns the numbers of the example's taps or tone curve, as --print has them; "" if it has none,
// or too many. The caller frees them.
char *explain_numbers(const struct effect *effect);

// Returns the effect, or the shader file, of that name; NULL with an error if there is none.
const struct effect *explain_find(const char *name, struct error *error);

// Prints the page of an effect.
void explain_print(const struct effect *effect);

// Prints the page of options.what; or draws the scene before and after the example, and the output
// of each of its passes, to the given .png file. Returns the exit status.
int explain_run(const struct options *options);

// ---- kernels

// --print kernel: the numbers of a blur, from the functions that also compute the numbers of its
// programs, as GLSL, C or JSON.

enum { KERNEL_MAX_TABLES = 7 };

// Rows of numbers. A table without columns is a single number.
struct kernel_table {
    const char *name;    // appended to the name of the effect
    const char *columns; // their names, "x y weight"
    char what[320];      // a sentence: the meaning of the rows and their sum
    int column_count;    // up to 4
    int count;           // of rows
    double *values;      // column_count * count, row after row; owned
};

struct kernel_sheet {
    const struct effect *effect;
    char step[CHAIN_TEXT_SIZE]; // the step that has these numbers
    int height;                 // of the picture, px
    int count;
    struct kernel_table tables[KERNEL_MAX_TABLES];
};

// Makes the sheet of the first enabled step of the chain that has a kernel. Returns false if no
// step has one, or the file that it names cannot be read.
bool kernel_sheet_init(struct kernel_sheet *sheet, const struct chain *chain, int height,
                       struct error *error);
void kernel_sheet_finish(struct kernel_sheet *sheet);

// Print a struct kernel_sheet.
bool kernel_print_glsl(const void *sheet, FILE *out);
bool kernel_print_c(const void *sheet, FILE *out);
bool kernel_print_json(const void *sheet, FILE *out);
