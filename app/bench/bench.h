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
// `const struct suite`, and a line of that table: --bench=NAME, --bench=help, --bench=all and the
// command line's completion of names then know it.
//
//   halation --bench                                   one chain: the times of its passes
//   halation --bench --chain dual --chain kawase       which is faster
//   halation --bench=blurs --results '{suite}.json'    every blur, and what it is worth

extern const struct suite *const suites[]; // ends with NULL
extern const struct names suites_names;    // and "all", which stands for each in turn

const struct suite *suites_find(const char *name); // NULL: there is none; "all" is no suite
void suites_print(void);                           // names and summaries, on stdout

// What stands for a suite's name in the name of a file, with --bench=all.
extern const char suites_mark[];

// Writes a path with the suite's name in the place of each mark. False where it would be too long.
enum { SUITES_PATH_SIZE = 4096 };
bool suites_path(const char *pattern, const char *suite, char out[static SUITES_PATH_SIZE]);

// Runs the suite wish->suite, or each in turn where that is "all", or that of the chains of the
// command line. Each of all has files of its own, which are looked at before the first runs;
// one that was slower than --fail-above allows keeps none of the others from running. Returns the
// exit status: EXIT_SUCCESS where all of them did.
int bench_run(const struct bench_wish *wish, const struct draw_wish *draw,
              const struct results_wish *results);
