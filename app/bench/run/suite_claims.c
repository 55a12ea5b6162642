#include "app/bench/run/suite_claims.h"

#include <math.h>
#include <stdio.h>

static bool holds(const struct suite_claim *claim, double here)
{
    switch (claim->holds) {
    case SUITE_ABOVE:
        return here > claim->limit;
    case SUITE_AT_MOST:
        return here <= claim->limit;
    case SUITE_NEAR:
        return here <= claim->published * claim->limit && here >= claim->published / claim->limit;
    }
    return false;
}

// Returns whether the number is beyond all that would hold, and to which side.
static int side_of(const struct suite_claim *claim, double here)
{
    const double middle = claim->holds == SUITE_NEAR ? claim->published : claim->limit;
    return holds(claim, here) ? 0 : here < middle ? -1 : 1;
}

static const char *judge(const struct suite_run *run, const struct suite_claim *claim, double here)
{
    const double drift = claim->is_timeless ? 0 : steady_drift(&run->steady);
    const struct steady_ratio wide = steady_allow((struct steady_ratio){ here, here, here }, drift);
    if (isnan(here))
        return "not measured";
    if (side_of(claim, wide.low) != side_of(claim, wide.high))
        return "open here";
    return holds(claim, here) ? "holds here" : "does not hold here";
}

// "above 4", "at most 1.25", "within a factor of 1.5", "where it is equal".
static void say_limit(const struct suite_claim *claim, char *text, size_t size)
{
    static const char *const limits[] = {
        [SUITE_ABOVE] = "above",
        [SUITE_AT_MOST] = "at most",
        [SUITE_NEAR] = "within a factor of",
    };
    if (claim->holds == SUITE_NEAR && claim->limit == 1)
        snprintf(text, size, "where it is equal");
    else
        snprintf(text, size, "%s %.3g", limits[claim->holds], claim->limit);
}

static void say_claim(struct suite_run *run, const struct suite_claim *claim)
{
    const double measured = claim->measure(run);
    char published[32] = "no number", here[32] = "no number", limit[40];
    if (!isnan(claim->published))
        snprintf(published, sizeof(published), "%.3g", claim->published);
    if (!isnan(measured))
        snprintf(here, sizeof(here), "%.3g", measured);
    say_limit(claim, limit, sizeof(limit));
    suite_say(run, "%s: %s (published: %s, here: %s; holds %s)", judge(run, claim, measured),
              claim->words, published, here, limit);
}

void suite_claims_judge(struct suite_run *run, const struct suite_claim *claims)
{
    char drift[STEADY_DRIFT_SIZE];
    steady_describe_drift(steady_drift(&run->steady), drift);
    if (!run->steady.is_steady)
        suite_say(run,
                  "the machine was not steady: claims of times are judged as far as they can "
                  "be%s",
                  drift);
    for (; claims->words; claims++)
        say_claim(run, claims);
}
