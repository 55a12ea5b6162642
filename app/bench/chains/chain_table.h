#pragma once

#include "app/bench/run/suite.h"

// The tables of --bench with several --chain or with --sweep: a line for each chain, and for each
// pass of one, with the same numbers. What binds them is found out for that, outside a frame.

// Fills the run's table, and in its variants what binds them.
void chain_table_make(struct suite_run *run);

// Prints the passes of a variant that has run, on stdout.
void chain_table_print_passes(const struct suite_run *run, const struct suite_variant *variant);
