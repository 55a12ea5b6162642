#pragma once

#include "app/bench/chains/sweep.h"
#include "app/bench/run/suite.h"
#include "app/options.h"

// app/bench/chains: the chains of the command line: --bench with one --chain, with several, or with
// --sweep.
//
//   sweep.h         one --sweep: what it is about, and its values
//   chain_list      each chain with each combination of values
//   suite_chains    these beside each other, in turns, in one table
//   chain_curves    what that says in words and as a chart: which is faster, and from where on
//   suite_one       one chain in whole frames, with a tree of its passes
//
// Something else to sweep, beside parameters, size and format, is a sweep_kind: sweep.c reads its
// values, and add_choice in suite_chains.c sets it in a variant.

extern const struct suite suite_chains;

// --bench of one chain, as a suite of one variant: whole frames without a gap, the time of every
// pass, and beside each frame all of this machine's own copies of the image.
extern const struct suite suite_one;

// ---- the chains of the command line, and what is swept of them

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

// What a run of a chain_list says beyond its table: verdicts of any two, crossings, a chart. The
// n-th choice of the list is the n-th variant of the run.

// ---- any two

// Compares any two variants of a run that were in turns, those of one size and format: fills in
// run->pairs, of which `a` and `b` are places in run->variants, the earlier first. Where one of
// them is inconclusive, the run is.
void chain_pairs_make(struct suite_run *run);

// Returns the verdict of two variants by their places, in either order; NULL: they were not
// compared.
const struct pair *chain_pairs_find(const struct suite_run *run, int a, int b);

// ---- curves

// Returns the sweep that a chart has along its axis: the first of numbers that rise; -1: there is
// none.
int chain_curves_axis(const struct chain_list *list);

// Adds a chart to the run: a curve for each chain and combination of what else is swept. None where
// nothing can be an axis.
void chain_curves_draw(struct suite_run *run, const struct chain_list *list);

// Adds to the run's findings how any two of its pairs compare: where there is an axis, curve by
// curve and with their crossings; otherwise any two, or each with the fastest where these are more
// than ten. run->pairs has been made.
void chain_curves_compare(struct suite_run *run, const struct chain_list *list);
