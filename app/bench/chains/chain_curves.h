#pragma once

#include "app/bench/chains/chains.h"

// What a run of a chain_list says beyond its table: verdicts of any two, crossings, a chart. The
// n-th choice of the list is the n-th variant of the run.

// ---- words

// A sentence that grows, up to the end of its place.
struct chain_words {
    char text[1024];
    size_t length;
};

void chain_words_add(struct chain_words *words, const char *format, ...) PRINTF_LIKE(2, 3);

// ---- any two

// Compares any two variants of a run that were in turns, those of one size and format: fills in
// run->pairs, of which `a` and `b` are places in run->variants, the earlier first. Where one of
// them is inconclusive, the run is.
void chain_pairs_make(struct suite_run *run);

// Returns the verdict of two variants by their places, in either order; NULL: they were not
// compared.
const struct pair *chain_pairs_find(const struct suite_run *run, int a, int b);

// ---- where one curve of times crosses another

// Two curves over the same places, and the verdict at each.
struct crossing {
    const char *a, *b; // what they are called
    const char *key;   // what is swept: "sigma"
    int count;
    const struct crossing_point {
        double x;                  // above 0, rising; NaN: has no number
        const char *value;         // of what is swept: "2.74"
        double percent;            // how much longer b takes than a
        enum pair_verdict verdict; // of b
    } * points;
};

// Writes "A is faster up to sigma=5.15, B from sigma=7.05 on: even near 6.1", which of them is
// faster everywhere, or that no difference is seen. Places without a verdict count for neither;
// where some are open that is said.
void crossing_describe(const struct crossing *crossing, char *text, size_t size);

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
