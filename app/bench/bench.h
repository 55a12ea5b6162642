#pragma once

#include "app/bench/run/suite.h"
#include "render/text/names.h"

// app/bench: chains timed beside each other: --bench of the chains of the command line, or of a
// suite, which brings its own.
//
//   run/       the machine under all of them; run/suite.h says how a suite is made
//   chains/    the suites of the command line: one chain, several, and values that are swept
//   blurs/ impls/ bloom/ dither/   the suites that have a name
//   tune/      --tune: the fastest blur that is good enough
//   baseline/  --baseline: a run against an earlier one
//
// Each is a constant; bench.c has the table of those with a name. A new one is a file with a
// `const struct suite`, and a line of that table: --bench=NAME, --bench=help and the
// command line's completion of names then know it.
//
//   halation --bench                                   one chain: the times of its passes
//   halation --bench --chain dual --chain kawase       which is faster
//   halation --bench=blurs --results blurs.json        every blur, and what it is worth

extern const struct suite *const suites[]; // ends with NULL
extern const struct names suites_names;

const struct suite *suites_find(const char *name); // NULL: there is none
void suites_print(void);                           // names and summaries, on stdout

// Runs the suite wish->suite, or that of the chains of the command line. Returns the exit status.
int bench_run(const struct bench_wish *wish, const struct draw_wish *draw,
              const struct results_wish *results);
