#pragma once

#include "app/command/option.h"

// What the program says of itself: --help, --list and --print. The tables that run make it, so it
// is never out of date.

// Prints the text of --help on stdout, a screen: the most used options where `topic` is NULL, those
// of a group, one option or effect by its name, an option of effects and scenes with all that have
// it, or another topic; "all" is longer. False, with what
// there is, for any other.
bool describe_help(const struct option rows[], const char *topic, struct error *error);

// Prints what to try where no window can open, on stdout. Returns the exit status.
int describe_no_display(void);

extern const struct names describe_topics;
extern const char
    *const describe_chain_text[]; // how a chain is written, in paragraphs; ends with NULL

struct describe_row {
    const char *name, *summary;
    void (*list)(void);                          // prints it; or, where that needs a chain:
    int (*print)(const struct options *options); // gives the exit status
    const char *file;                            // of the program, that is printed; NULL: none
    const char *also; // what people call it too, as words with blanks between; NULL: nothing
};

extern const struct describe_row describe_lists[], describe_prints[]; // end with a zeroed row

// Notes what --list or --print names, which the mode of `options` tells apart.
bool describe_find(struct options *options, const char *name, struct error *error);

// Prints what --list or --print names. Returns the exit status.
int describe_run(const struct options *options);

// Print the names that they take, with summaries; and the presets and scenes that there are.
void describe_help_lists(void);
void describe_help_prints(void);
void describe_chains(void);
void describe_scenes(void);

// Prints rows with their ranges and defaults; `param` may be NULL.
void describe_params(const struct param *param);

// ---- settings of other programs

// Prints what a setting comes to here, or the nearest ones to a width. Returns the exit status.
int describe_translate(const struct translate_wish *wish);
bool describe_translate_check(const struct translate_wish *wish, struct error *error);
void describe_programs(void); // with their parameters

// ---- effects, their parameters, implementations and palettes

// Writes what an effect is, from which values to which, and its origin.
void describe_sentences(const struct effect *effect, char *out, size_t size);

// The site of a step at its defaults in a picture of 1920x1080; `params` gets these.
struct effect_site describe_site(const struct effect *effect, void *params);

// Prints docs/effects.md: every effect with its text, parameters and implementations. Needs no GPU.
void describe_effects_markdown(void);

// Prints every palette with its colours, as swatches of 24-bit colour in a terminal that
// has colour, else as RRGGBB.
void describe_palettes(void);

// Writes the values that a parameter takes, in words: "0..64", "bayer2, bayer4", "0.5..128 px".
// All names of a choice fit into DESCRIBE_RANGE_SIZE.
enum { DESCRIBE_RANGE_SIZE = 1024 };
void describe_range(const struct param *param, char *out, size_t size);

// Writes its default as chain text.
void describe_default(const struct param *param, char *out, size_t size);

// Prints the manual, halation(1), in mdoc. The words around the tables are those of
// assets/halation.1; its examples are those of docs/recipes.md.
void describe_manual(void);

// Print an effect with its options, after an empty line but where `i` is 0; and the window's keys.
void describe_effect(int i, const struct effect *effect);
void describe_keys(void);
void describe_summaries(void); // a line each effect

// Prints every implementation of every effect with what it reads, sums and stores for each
// pixel of a picture of 1920x1080.
void describe_impls(void);
