#pragma once

#include "app/bench/chains/sweep_range.h"
#include "app/options.h"
#include "effects/chain.h"

// The chains of the command line and what is swept of them: --bench with several --chain or with
// --sweep.

enum { SWEEP_KEY_SIZE = 64, SWEEP_VALUE_SIZE = 64 };

struct sweep {
    // A parameter of a step, or of the picture.
    enum sweep_kind { SWEEP_PARAM, SWEEP_SIZE, SWEEP_FORMAT } kind;
    char key[SWEEP_KEY_SIZE]; // as it was given: "dual.sigma", "sigma", "size", "format"
    int count;
    struct sweep_value {
        char text[SWEEP_VALUE_SIZE]; // as it stands in chain text; of a size "1080p" or "1280x720"
        double number;               // its place on an axis, of a size the height; NaN: has none
        int width, height;           // of a size
        enum texture_format format;  // of a format
    } values[SWEEP_MOST_VALUES];
};

// Reads "WHAT=VALUES", of which WHAT is
//   STEP.KEY  a parameter of a step by its name or number, as --at names steps
//   KEY       the first parameter of that name in each chain, of the steps that are on
//   size      of the picture: 1280x720, 720p (16:9), hd, fhd, qhd, uhd, 4k, 8k
//   format    of the images between the steps
// and VALUES a list, "2,4,8", or a range, "2..64:12": 12 values evenly in the logarithm, of EV
// evenly, rounded to three digits, whole numbers rounded and never twice. Both ends are among them.
// Sizes without a number of values take the usual heights between the ends. At least one of the
// chains must have the parameter, and take each value. The error is one line that begins with the
// text.
bool sweep_parse(struct sweep *sweep, const char *text, const struct chain chains[], int count,
                 struct error *error);

struct chain_list {
    int chain_count;
    struct chain chains[OPTIONS_MAX_CHAINS];
    int sweep_count;
    struct sweep sweeps[OPTIONS_MAX_SWEEPS];
};

// One chain of the list with one value of each sweep that reaches it.
struct chain_choice {
    int chain;
    int values[OPTIONS_MAX_SWEEPS]; // by sweep; -1: the sweep does not reach this chain
};

enum { CHAIN_LIST_MOST = 128, CHAIN_LIST_NAME_SIZE = 128 };

// Returns whether the options ask for such a list.
bool chain_list_is_asked(const struct bench_wish *wish, const struct draw_wish *draw);

// Reads it, each chain with each combination of the values that reach it. False with one line where
// a sweep is wrong, where a combination is, or where there are more than CHAIN_LIST_MOST.
bool chain_list_read(struct chain_list *list, const struct bench_wish *wish,
                     const struct draw_wish *draw, struct error *error);

int chain_list_count(const struct chain_list *list); // of choices

// The n-th: chain after chain, the last sweep's values change first.
struct chain_choice chain_list_at(const struct chain_list *list, int n);

// Writes the chain with its values.
bool chain_list_make(const struct chain_list *list, const struct chain_choice *choice,
                     struct chain *chain, struct error *error);

// Writes the letter of a chain: A to Z.
void chain_list_letter(int chain, char out[2]);

// Writes what tells a choice from others: "B", "sigma=2.74 1080p" or "B sigma=2.74 1080p", the
// letter only where there are several chains. `without` is a sweep to leave out, -1: none.
void chain_list_name(const struct chain_list *list, const struct chain_choice *choice, int without,
                     char out[CHAIN_LIST_NAME_SIZE]);
