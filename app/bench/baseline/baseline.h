#pragma once

#include "app/options.h"
#include "effects/stats/stats.h"

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

// Returns whether two documents are of one GPU, by whichever driver, with the same settings.
// Otherwise says which is another.
bool baseline_check_machine(const json_t *then, const json_t *now, struct error *error);

// Writes which driver then and now drew, "A GPU, Mesa 22.3.6 -> A GPU, Mesa 23.0.1". Returns
// whether they differ.
enum { BASELINE_DRIVERS_SIZE = 1024 };
bool baseline_driver_changed(const json_t *then, const json_t *now,
                             char out[static BASELINE_DRIVERS_SIZE]);

// Prints what got slower and what else has changed. Returns the exit status: `status`, which
// another limit may have changed; 1 where a run got slower, or has more work, by more than
// --fail-above; 3 where nothing of that is known and something is open: it lies within what either
// machine drifted, may be noise, or shows in milliseconds or in copies alone.
int baseline_judge(const struct baseline *baseline, const json_t *document, int status);

// ---- run by run

// Two documents of results, run by run: what got slower. Both were measured at another time, so
// nothing is paired but the names. Each median stands in an interval of its own (stats.h), and the
// ratio of two lies between the quotients of their ends wherever both intervals hold: with 0.95
// times 0.95, at the least. Intervals of equal medians that do not touch are much rarer than one in
// twenty (N. Schenker and J. F. Gentleman, On Judging the Significance of Differences by Examining
// the Overlap Between Confidence Intervals, The American Statistician, 2001), which leaves room for
// suites of many runs; nothing is assumed about the shape of a distribution, so times that jump
// between two values do no harm.
//
// Both milliseconds and copies are asked, and the lesser change decides. Milliseconds alone change
// with every clock of the machine, copies alone when the copy itself gets faster or a kernel is
// bound by another clock than the copy. A change of the code shows in both; where the two do not
// agree it is the machine that changed, and nothing is said about the code. What either machine
// drifted by widens all intervals (steady_allow).
//
// What needs no clock is judged on every machine: bytes read and written, dispatches and passes.

// Per cent: from here on a change counts, where nothing else is asked for.
#define BASELINE_LIMIT 5

enum baseline_verdict {
    BASELINE_SLOWER,   // by more than the limit, and the interval lies above 1
    BASELINE_DISPUTED, // in milliseconds or in copies, not in both
    BASELINE_UNSURE,   // by more than the limit, but the interval holds 1, or there are too few
                       // times; or it is not known whether by more, for what the machine drifted
    BASELINE_FASTER,   // as much as the limit is for slower
    BASELINE_SAME,
    BASELINE_UNJUDGED, // an implementation of the processor: what else runs there changes its times
                       // by more than any limit, from run to run, and canaries are of the GPU
    BASELINE_NEW,      // the baseline has no time of it
    BASELINE_MISSING,  // it was measured then, and now it was not
    BASELINE_VERDICTS,
};

// Counts of what a run does, which no clock decides.
enum baseline_work {
    BASELINE_READ,    // bytes
    BASELINE_WRITTEN, // bytes
    BASELINE_DISPATCHES,
    BASELINE_PASSES,
    BASELINE_WORKS,
};

struct baseline_pair {
    enum baseline_verdict verdict;
    const json_t *then, *now;                                   // runs, borrowed; NULL: none
    double ms_then, ms_now;                                     // medians; NaN: not measured
    struct steady_ratio ms, copies;                             // now / then; NaN: not known
    bool has_few;                                               // times, for an interval
    double work_then[BASELINE_WORKS], work_now[BASELINE_WORKS]; // NaN: not known
    bool has_more; // work, by more than the limit, and is not faster for sure
};

struct baseline_rules {
    double limit; // per cent
    double drift; // of both machines together, as of steady_drift
};

struct baseline_pairs {
    int count;
    struct baseline_pair *all; // the largest change first, within each verdict
    int counts[BASELINE_VERDICTS];
    int more; // runs that have more work
};

// Returns the run of `other` that a run is compared with: the one of its id. NULL: none.
const json_t *baseline_pairs_partner(const json_t *run, const json_t *other);

// Pairs the runs of two documents, which must outlive the pairs.
void baseline_pairs_init(struct baseline_pairs *pairs, const json_t *then, const json_t *now,
                         const struct baseline_rules *rules);
void baseline_pairs_finish(struct baseline_pairs *pairs);

// ---- in words

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
