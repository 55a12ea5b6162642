#pragma once

#include "app/bench/run/suite.h"

#include <jansson.h>

// Runs a suite as the wishes say, on a GPU that it opens: refuses a baseline of something else
// before time is spent, times, reports, writes the files, prints, and compares with the baseline.
// Returns the exit status.
int suite_run(const struct suite *suite, const struct bench_wish *wish,
              const struct draw_wish *draw, const struct results_wish *results);

// Returns whether the files that such a run is to write and to be compared with are fit for it.
bool suite_check(const struct suite *suite, const struct bench_wish *wish,
                 const struct draw_wish *draw, const struct results_wish *results, struct lab *lab,
                 struct error *error);

// ---- its parts

// Begins a run, and lists its variants. The caller ends it, whatever became of it.
void suite_begin(struct suite_run *run, const struct suite *suite, const struct bench_wish *wish,
                 const struct draw_wish *draw, const struct results_wish *results, struct lab *lab);
void suite_end(struct suite_run *run);

// Finds out which variants fit, runs them, and fills in what came of it. Those of one size and
// format run frame by frame in an order that is another in every round, so that whatever else the
// machine does hits all alike. A signal that asks for the end (Ctrl-C) leaves the rest out. Returns
// false after saying why on stderr.
bool suite_time(struct suite_run *run);

// Makes the document that all files of results are written from. The caller's to release.
json_t *suite_describe(const struct suite_run *run);
