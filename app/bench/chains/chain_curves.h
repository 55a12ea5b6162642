#pragma once

#include "app/bench/chains/chain_list.h"
#include "app/bench/run/suite.h"

// What a run of a chain_list says beyond its table: verdicts of any two, crossings, a chart. The
// n-th choice of the list is the n-th variant of the run.

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
