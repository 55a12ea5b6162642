#pragma once

#include "app/bench/chains/sweep.h"
#include "app/bench/run/suite.h"
#include "app/options.h"

// app/bench/chains: the suites for the chains of the command line: --bench with one --chain, with
// several, or with --sweep.
//
//   sweep.h         one --sweep: what it is about, and its values
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

// ---- the chains of the command line, and what is swept of them

enum { CHAIN_LIST_MOST = 128, CHAIN_LIST_NAME_SIZE = 128 };

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
    } choices[CHAIN_LIST_MOST];
};

// Returns true if the options have several chains or a sweep.
bool chain_list_is_given(const struct bench_options *options, const struct draw_options *draw);

// Reads the list: each chain with each combination of the values that apply to it. Returns false
// with one line if a sweep or a combination is wrong, or if there are more than CHAIN_LIST_MOST.
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
