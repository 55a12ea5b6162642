#pragma once

#include "app/options.h"
#include "effects/stats/stats.h"

#include <jansson.h>
#include <stdio.h>

// app/bench/baseline: --baseline compares a run with an earlier one that -o wrote.

// Returns true if the baseline `then`, which was read from `path`, can be compared with the run
// `now`, a document that is complete except for the times of its runs. The error says what would
// have to be the same.
bool baseline_check(const char *path, const json_t *then, const json_t *now, struct error *error);

// Returns true if two documents have the same GPU, with any driver, and the same settings. The
// error names the first difference.
bool baseline_check_machine(const json_t *then, const json_t *now, struct error *error);

// Writes the renderer and driver of both runs, "A GPU, Mesa 22.3.6 -> A GPU, Mesa 23.0.1". Returns
// true if they differ.
enum { BASELINE_DRIVERS_SIZE = 1024 };
bool baseline_driver_changed(const json_t *then, const json_t *now,
                             char out[BASELINE_DRIVERS_SIZE]);

// Prints which runs got slower and what else has changed. Returns the exit status: `status`, which
// another limit may have changed; 1 if a run got slower, or has more work, by more than
// --fail-above; 3 if no run did but one is undecided: its change is within the drift of either
// machine, may be noise, or shows in milliseconds or in copies alone.
int baseline_judge(const struct bench_options *options, const json_t *then, const json_t *now,
                   int status);

// ---- run by run

// Compares two documents of results, run by run. They were measured at different times, so runs are
// paired by their names alone. Each median has an interval of its own (stats.h), and the ratio of
// two medians is between the quotients of their ends if both intervals are right: with a
// probability of at least 0.95 * 0.95. Intervals of equal medians that do not touch are much rarer
// than one in twenty (N. Schenker and J. F. Gentleman, On Judging the Significance of Differences
// by Examining the Overlap Between Confidence Intervals, The American Statistician, 2001), which
// leaves room for suites of many runs. Nothing is assumed about the shape of a distribution, so
// times that jump between two values do no harm.
//
// Both milliseconds and copies are compared, and the smaller change decides. Milliseconds alone
// change with every clock of the machine; copies alone change if the copy itself gets faster or if
// a kernel is bound by another clock than the copy. A change of the code shows in both. If they
// disagree, the machine has changed, and there is no verdict about the code. The drift of either
// machine widens all intervals (steady_allow).
//
// Counts are compared on every machine: bytes read and written, dispatches and passes.

// Per cent; smaller changes are ignored without --fail-above.
#define BASELINE_LIMIT 5

enum baseline_verdict {
    BASELINE_SLOWER, // by more than the limit, and the whole interval is above 1
    BASELINE_OPEN,   // slower by more than the limit, but in milliseconds or in copies alone; or
                     // the interval contains 1, there are too few times, or the drift hides it
    BASELINE_FASTER, // faster by more than the limit
    BASELINE_SAME,
    BASELINE_UNJUDGED, // a CPU implementation: other programs change its times by more than any
                       // limit, and canaries measure the GPU only
    BASELINE_NEW,      // the baseline has no time for it
    BASELINE_MISSING,  // the baseline has a time, the new run has none
    BASELINE_VERDICTS,
};

// Counts of the work of a run, which do not depend on clocks.
enum baseline_work {
    BASELINE_READ,    // bytes
    BASELINE_WRITTEN, // bytes
    BASELINE_DISPATCHES,
    BASELINE_PASSES,
    BASELINE_WORKS,
};

struct baseline_pair {
    enum baseline_verdict verdict;
    const json_t *then, *now; // the two runs, borrowed; NULL: missing
    double ms_then, ms_now;   // medians; NaN: not measured
    struct pair ms, copies;   // now against then; NaN: not known
    const char *why;          // reason of an open verdict; "" for others
    double work_then[BASELINE_WORKS], work_now[BASELINE_WORKS]; // NaN: not known
    bool has_more; // it has more work, by more than the limit, and is not certainly faster
};

struct baseline_rules {
    double limit; // per cent
    double drift; // of both machines together, like steady_drift
};

struct baseline_pairs {
    int count;
    struct baseline_pair *all; // the largest change first, within each verdict
    int counts[BASELINE_VERDICTS];
    int more; // number of runs that have more work
};

// Returns the run of `other` with the id of `run`; NULL if there is none.
const json_t *baseline_pairs_partner(const json_t *run, const json_t *other);

// Pairs the runs of two documents, which must outlive the pairs.
void baseline_pairs_init(struct baseline_pairs *pairs, const json_t *then, const json_t *now,
                         const struct baseline_rules *rules);
void baseline_pairs_finish(struct baseline_pairs *pairs);

// Everything that the report of a comparison prints.
struct baseline_print {
    const char *path; // of the baseline
    const json_t *then, *now;
    struct baseline_rules rules;
    struct baseline_pairs pairs;
    double drift_then, drift_now; // of the machine, during either run
    bool has_limit;               // --fail-above was given: prints whether a run is slower
};

void baseline_print(const struct baseline_print *print, FILE *out);
