#pragma once

#include "app/bench/run/suite.h"
#include "app/options.h"

// app/bench/chains: the suites for the chains of the command line: --bench with one --chain, with
// several, or with --sweep.
//
//   sweep.c         one --sweep: what it is about, and its values
//   chain_list      each chain with each combination of values
//   suite_chains    these beside each other, in turns, in one table
//   chain_curves    what that says in words and as a chart: which is faster, and from where on
//   suite_one       one chain in whole frames, with a tree of its passes
//
// Another parameter of the picture, beside size and format, is a row of picture_params in sweep.c
// and a field of struct sweep_picture, which list_chains in suite_chains.c reads.

extern const struct suite suite_chains;

// --bench of one chain, as a suite of one variant: whole frames without a gap, the time of every
// pass, and in each frame also all copies of the image.
extern const struct suite suite_one;

// ---- one --sweep

// A sweep: several values of one parameter, such as --sweep dual.sigma=2..64:12.

enum {
    SWEEP_KEY_SIZE = 64,
    SWEEP_VALUE_SIZE = 64,
    SWEEP_MIN_VALUES = 2,
    SWEEP_MAX_VALUES = 64,
    SWEEP_DEFAULT_VALUES = 12, // of a range that does not say how many
};

extern const char *const sweep_formats[]; // of images between the steps; ends with NULL

// Parameters of the picture, which are swept like those of a step.
struct sweep_picture {
    int width, height; // 0: not swept
    int format;        // enum texture_format, of the images between the steps; -1: not swept
};

struct sweep {
    const char *text;         // as given, borrowed
    char key[SWEEP_KEY_SIZE]; // as in the command line: "dual.sigma", "sigma", "size", "format"
    int count;
    struct sweep_value {
        char text[SWEEP_VALUE_SIZE]; // as in chain text; a size is "1080p" or "1280x720"
        double number; // position on an axis, for a size the height; NaN: not a number
    } values[SWEEP_MAX_VALUES];
};

// Reads "WHAT=VALUES". WHAT is
//   STEP.KEY  a parameter of a step by its name or number, as --at names steps
//   KEY       the first parameter of that name in each chain, of the steps that are on
//   size      of the picture: 1280x720, 720p (16:9), hd, fhd, qhd, uhd, 4k, 8k
//   format    of the images between the steps
// VALUES is a list, "2,4,8", or a range, "2..64:12": 12 values evenly in the logarithm, of EV
// evenly, rounded to three digits, whole numbers rounded and never twice. Both ends are among them.
// Sizes without a number of values take the usual heights between the ends. At least one of the
// chains must have the parameter. The error is one line that begins with the text.
bool sweep_parse(struct sweep *sweep, const char *text, const struct chain chains[], int count,
                 struct error *error);

// Reads "1280x720", a height of 16:9 such as "720p", or a name such as "4k".
bool sweep_size_parse(const char *text, int *width, int *height, struct error *error);

// Returns true if the sweep sets the picture's size, or any parameter of the picture.
bool sweep_is_of_size(const struct sweep *sweep);
bool sweep_is_of_picture(const struct sweep *sweep);

// Sets the parameter of a chain or of the picture. All chains have those of the picture.
enum sweep_result {
    SWEEP_APPLIED,
    SWEEP_ELSEWHERE, // the chain has no such parameter, as the error says
    SWEEP_REFUSED,   // the parameter does not take the value
};

enum sweep_result sweep_apply(const struct sweep *sweep, int value, struct chain *chain,
                              struct sweep_picture *picture, struct error *error);

// ---- the chains of the command line, and what is swept of them

enum { CHAIN_LIST_MAX = 128, CHAIN_LIST_NAME_SIZE = 128 };

struct chain_list {
    int chain_count;
    struct chain chains[OPTIONS_MAX_CHAINS];
    int sweep_count;
    struct sweep sweeps[OPTIONS_MAX_SWEEPS];
    int axis; // x of a chart: the first sweep whose values are increasing numbers; -1: there is
              // none
    int count;
    // All combinations of chains with the values that apply to them.
    struct chain_choice {
        struct chain_key {
            int chain;
            int values[OPTIONS_MAX_SWEEPS]; // index of a value for each sweep; -1: the sweep does
                                            // not apply to this chain
        } key;
        struct chain made; // the chain with the values
        // "B", "sigma=2.74 1080p" or "B sigma=2.74 1080p", with the letter only if there are
        // several chains; and the same without the value on the axis.
        char name[CHAIN_LIST_NAME_SIZE], curve[CHAIN_LIST_NAME_SIZE];
        struct sweep_picture picture;
    } choices[CHAIN_LIST_MAX];
};

// Returns true if the options have several chains or a sweep.
bool chain_list_is_given(const struct bench_options *options, const struct draw_options *draw);

// Reads the list: each chain with each combination of the values that apply to it. Returns false
// with one line if a sweep or a combination is wrong, or if there are more than CHAIN_LIST_MAX.
bool chain_list_read(struct chain_list *list, const struct bench_options *options,
                     const struct draw_options *draw, struct error *error);

// Conclusions from a run of a chain_list beside its table: verdicts of pairs, crossings, a chart.
// The n-th choice of the list is the n-th variant of the run.

// Compares each pair of variants of one size and format: fills in run->pairs, in which `a` and `b`
// are indices into run->variants, the earlier first; the run is inconclusive if a pair is. Adds
// what that says to the findings: with an axis, curve by curve with their crossings; otherwise all
// pairs, or each variant with the fastest if there are more than ten. With an axis it also adds a
// chart: a curve for each chain and combination of the other sweeps.
void chain_curves_report(struct suite_run *run, const struct chain_list *list);

// Returns the verdict of two variants by their indices, in either order; NULL if they were not
// compared.
const struct pair *chain_pairs_find(const struct suite_run *run, int a, int b);
