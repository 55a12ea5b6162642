#pragma once

#include "app/bench/run/suite_tools.h"

// What was published, held against what is measured here.

// When a claim holds for the number that is measured here.
enum suite_holds {
    SUITE_ABOVE,   // it is above the limit: the larger, the better it holds
    SUITE_AT_MOST, // it is not above the limit: the smaller, the better it holds
    SUITE_NEAR,    // it is the published one, times or divided by up to the limit
};

struct suite_claim {
    const char *words; // what is claimed
    double published;  // the number that goes with it; NAN: there is none
    enum suite_holds holds;
    double limit;
    double (*measure)(const struct suite_run *run); // the same here; NAN: what it takes did not run
    bool is_timeless;                               // no clock decides it, so no drift moves it
};

// Adds a line for each: whether it holds here, with both numbers and the limit. On a machine that
// drifted a claim of times holds, or does not, where it does so by that much more and less;
// otherwise it is open. `claims` end with a zeroed one.
void suite_claims_judge(struct suite_run *run, const struct suite_claim *claims);
