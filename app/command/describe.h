#pragma once

#include "app/command/option.h"

#include <jansson.h>

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
};

extern const struct describe_row describe_lists[], describe_prints[]; // end with a zeroed row

// Sets the argument of --list or --print, depending on the mode of `options`.
bool describe_find(struct options *options, const char *name, struct error *error);

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

// Returns the site of a step at its defaults in a picture of 1920x1080, and writes the defaults to
// `params`.
struct effect_site describe_site(const struct effect *effect, void *params);

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
json_t *describe_effect_json(const struct effect *effect);
json_t *describe_params_json(const struct param *param); // `param` may be NULL

void describe_keys(void);      // prints the keys of the window
void describe_summaries(void); // prints one line per effect

// Print the implementations of every effect, or of one, with their reads, sums and stores per pixel
// of a picture of 1920x1080.
void describe_impls(void);
void describe_impls_of(const struct effect *effect);
