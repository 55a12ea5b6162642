#pragma once

#include "app/bench/run/suite.h"
#include "render/text/names.h"

// app/bench: times chains. --bench measures the chains of the command line, or a suite, which lists
// its own.
//
//   run/       the engine that runs them; run/suite.h says how a suite is made
//   chains/    the suites of the command line: one chain, several, and values that are swept
//   judge/     which of several chains to take, by measures and limits
//   blurs/ impls/ bloom/ dither/   the suites that have a name
//   tune/      --tune: the fastest blur that is good enough
//   baseline/  --baseline: a run against an earlier one
//
// Each suite is a constant; bench.c has the table of those with a name. A new one is a file with a
// `const struct suite`, and a line of that table: --bench=NAME, --bench=help, --bench=all and the
// completion of names then include it.
//
//   halation --bench                                   one chain: the times of its passes
//   halation --bench --chain dual --chain kawase       which is faster
//   halation --bench=blurs -o blurs.json               every blur, and what it is worth

extern const struct suite *const suites[]; // ends with NULL
extern const struct names suites_names;    // and "all", which runs each in turn

const struct suite *suites_find(const char *name); // returns NULL if there is none, also for "all"
void suites_print(void);                           // prints names and summaries on stdout

// Reads "blurs:sigma=4/16", a suite and its options.
bool suites_read(struct bench_options *options, const char *text, struct error *error);

// Replaces each placeholder "{suite}" of a path by the suite's name. Returns false if the result is
// too long.
enum { SUITES_PATH_SIZE = 4096 };
bool suites_path(const char *pattern, const char *suite, char out[SUITES_PATH_SIZE]);

// Returns true if the path has the placeholder, and suites_path succeeds for the first suite.
bool suites_check_path(const char *pattern, struct error *error);

// Runs the suite options->suite, all suites in turn if that is "all", or, if it is NULL, what
// options->tune looks for or the chains of the command line. With "all" each suite has files of its
// own, which are checked before the first suite runs; a suite that is slower than --fail-above
// allows does not stop the others. Returns the exit status: EXIT_SUCCESS if all succeeded.
int bench_run(const struct bench_options *options, const struct draw_options *draw,
              const struct outputs *outputs);
