#pragma once

#include "app/bench/chains/sweep.h"
#include "app/options.h"

// The chains of the command line and what is swept of them: --bench with several --chain or with
// --sweep.

enum { CHAIN_LIST_MOST = 128, CHAIN_LIST_NAME_SIZE = 128 };

struct chain_list {
    int chain_count;
    struct chain chains[OPTIONS_MAX_CHAINS];
    int sweep_count;
    struct sweep sweeps[OPTIONS_MAX_SWEEPS];
    int count;
    // Each chain with each combination of the values that reach it.
    struct sweep_choice {
        int chain;
        int values[OPTIONS_MAX_SWEEPS]; // by sweep; -1: the sweep does not reach this chain
    } choices[CHAIN_LIST_MOST];
};

// Returns whether the options ask for such a list.
bool chain_list_is_asked(const struct bench_wish *wish, const struct draw_wish *draw);

// Reads it, each chain with each combination of the values that reach it. False with one line where
// a sweep is wrong, where a combination is, or where there are more than CHAIN_LIST_MOST.
bool chain_list_read(struct chain_list *list, const struct bench_wish *wish,
                     const struct draw_wish *draw, struct error *error);

// Writes the chain with its values.
bool chain_list_make(const struct chain_list *list, const struct sweep_choice *choice,
                     struct chain *chain, struct error *error);

// Returns the letter of a chain.
const char *chain_list_letter(int chain);

// Writes what distinguishes a choice: "B", "sigma=2.74 1080p" or "B sigma=2.74 1080p", the
// letter only where there are several chains. `without` is a sweep to leave out, -1: none.
void chain_list_name(const struct chain_list *list, const struct sweep_choice *choice, int without,
                     char out[CHAIN_LIST_NAME_SIZE]);
