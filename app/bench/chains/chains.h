#pragma once

#include "app/bench/run/suite.h"

// app/bench/chains: the chains of the command line: --bench with one --chain, with several, or with
// --sweep.
//
//   sweep.h         one --sweep: what it is about, and its values
//   chain_list.h    each chain with each combination of values
//   suite_chains    these beside each other, in turns, in one table
//   chain_curves.h  what that says in words and as a chart: which is faster, and from where on
//   suite_one       one chain in whole frames, with a tree of its passes
//
// Something else to sweep, beside parameters, size and format, is a sweep_kind: sweep.c reads its
// values, and add_choice in suite_chains.c sets it in a variant.

extern const struct suite suite_chains;

// --bench of one chain, as a suite of one variant: whole frames without a gap, the time of every
// pass, and beside each frame all of this machine's own copies of the image.
extern const struct suite suite_one;
