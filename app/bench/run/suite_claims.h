#pragma once

#include "app/bench/run/suite.h"

// What papers claim, held against what is measured here. A suite has one table for its paper:
//
//   { "x8 via rgba32f to rgba8", 3 / 1.3, SUITE_NEAR, 1.25,
//     { "box:radius=??:via=rgba32f:impl=cs_running_x8" },
//     { "box:radius=??:via=rgba8:impl=cs_running_x8" } },
//
// The number of such a row is the mean time of the first set of variants, in means of the second.

// Variants by their chains: a pattern of the shell, with up to one list of names in braces. What
// the pattern matches with one name becomes one number as `each` says, and several of these one as
// `all` says.
struct suite_set {
    const char *chains;
    enum suite_pick {
        SUITE_MEAN,  // of all that match, which must have run
        SUITE_LEAST, // of those that ran
        SUITE_MOST,
    } each,
        all;
};

struct suite_claim {
    const char *words; // what is claimed
    double published;  // the number that goes with it; NAN: there is none
    enum suite_holds {
        SUITE_ABOVE,   // it holds above the limit: the larger, the better
        SUITE_AT_MOST, // not above the limit: the smaller, the better
        SUITE_NEAR,    // at the published number, times or divided by up to the limit
    } holds;
    double limit;
    struct suite_set of, to; // the number of the one, in those of the other where it names any
    // The number of a variant that ran; NULL: its median time.
    double (*number)(const struct suite_run *run, const struct suite_variant *variant);
    // Instead of all that, with what stands in both sets: NAN where what it takes did not run.
    double (*measure)(const struct suite_run *run, const char *of, const char *to);
    bool is_timeless; // no clock decides it, so no drift moves it
    bool is_percent;  // of a ratio
};

// Adds a line for each: whether it holds here, with both numbers and the limit. On a machine that
// drifted a claim of times holds, or does not, where it does so by that much more and less;
// otherwise it is open. `claims` end with a zeroed one. These are the last lines of a report, which
// --published prints.
void suite_claims_judge(struct suite_run *run, const char *paper, const struct suite_claim *claims);
