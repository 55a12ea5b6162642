#pragma once

#include "app/bench/baseline/baseline_pairs.h"
#include "app/options.h"

#include <jansson.h>
#include <stdio.h>

// app/bench/baseline: --baseline: a run against an earlier one, which was kept with --results.

struct baseline {
    const struct bench_wish *wish;
    json_t *document; // NULL: none is asked for
};

// Loads what wish->baseline names, if it names a file. Returns false, with one line, for a file
// that is no document of results, or whose suite is another one.
bool baseline_init(struct baseline *baseline, const struct bench_wish *wish, struct error *error);
void baseline_finish(struct baseline *baseline); // a zeroed one may be finished

// Returns whether the baseline can be compared with what is about to be measured: `document` is as
// it will be, but its runs may lack their times. Otherwise says what would have to be the same.
bool baseline_suits(const struct baseline *baseline, const json_t *document, struct error *error);

// Prints what got slower and what else has changed. Returns the exit status: `status`, which
// another limit may have changed; 1 where a run got slower, or has more work, by more than
// --fail-above; 3 where nothing of that is known and something is open: it lies within what either
// machine drifted, may be noise, or shows in milliseconds or in copies alone.
int baseline_judge(const struct baseline *baseline, const json_t *document, int status);

// What a comparison with a baseline says, in words and tables.
struct baseline_print {
    const char *path; // of the baseline
    const json_t *then, *now;
    struct baseline_rules rules;
    struct baseline_pairs pairs;
    double drift_then, drift_now; // of the machine
    bool wants_verdict;           // whether something is slower
};

void baseline_print(const struct baseline_print *print, FILE *out);
