#pragma once

#include "app/bench/run/suite.h"

#include <jansson.h>

// Runs a suite with these options on a GPU that it opens. It rejects an unsuitable baseline before
// timing, then times, reports, writes the files, prints, and compares with the baseline. Returns
// the exit status. `only_checks`: it checks baseline and output files, and times nothing.
int suite_run(const struct suite *suite, const struct bench_options *options,
              const struct draw_options *draw, const struct outputs *outputs, bool only_checks);

// ---- its parts

// Begins a run and lists its variants. The caller always calls suite_end.
void suite_begin(struct suite_run *run, const struct suite *suite,
                 const struct bench_options *options, const struct draw_options *draw,
                 const struct outputs *outputs, struct renderer *renderer);
void suite_end(struct suite_run *run);

// Checks which variants fit, runs them, and fills in their results. Variants of one size and format
// run interleaved, frame by frame, in a different order in each round, so that disturbances affect
// all of them equally. After a signal to end (Ctrl-C) the remaining runs are skipped. Returns false
// after printing the reason on stderr.
bool suite_time(struct suite_run *run);

// Returns the document that all result files are written from. The caller releases it.
json_t *suite_describe(const struct suite_run *run);
