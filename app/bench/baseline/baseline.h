#pragma once

#include "app/options.h"
#include "effects/stats/stats.h"

#include <jansson.h>
#include <stdio.h>

// app/bench/baseline: --baseline compares a run with an earlier one that -o wrote.

// Returns true if the baseline `then`, which was read from `path`, can be compared with the run
// `now`, a document that is complete except for the times of its runs: both have the same suite,
// GPU (with any driver) and settings, and some run. The error says what would have to be the same.
bool baseline_check(const char *path, const json_t *then, const json_t *now, struct error *error);

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

struct baseline_pair {
    enum baseline_verdict verdict;
    const json_t *then, *now; // the two runs, borrowed; NULL: missing
    double ms_then, ms_now;   // medians; NaN: not measured
    struct pair ms, copies;   // now against then; NaN: not known
    bool has_more; // it has more work, by more than the limit, and is not certainly faster
    char why[256]; // the reason of an open verdict, the counts that are more, or why it did not run
};

struct baseline {
    const char *path; // of the earlier document
    const json_t *then, *now;
    double limit;                 // per cent
    bool has_limit;               // --fail-above was given: prints whether a run is slower
    double drift_then, drift_now; // of the machine during either run, like steady_drift
    double drift;                 // of both together
    int count;
    struct baseline_pair *all; // the largest change first, within each verdict
    int counts[BASELINE_VERDICTS];
    int more; // number of runs that have more work
};

// Fills in the pairs of the runs of both documents, which must outlive them. All fields above
// `count` are set.
void baseline_compare(struct baseline *baseline);
void baseline_finish(struct baseline *baseline);

void baseline_print(const struct baseline *baseline, FILE *out);
