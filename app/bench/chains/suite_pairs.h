#pragma once

#include "app/bench/run/suite.h"

// Compares any two variants of a run that were in turns, those of one size and format: fills in
// run->pairs, of which `a` and `b` are places in run->variants, the earlier first. Where
// one of them is inconclusive, the run is.
void suite_pairs_make(struct suite_run *run);

// Returns the verdict of two variants by their places, in either order; NULL: they were not
// compared.
const struct pair *suite_pairs_find(const struct suite_run *run, int a, int b);
