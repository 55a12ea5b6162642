#include "app/suite/run/suite_claims.h"

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

static const char *judge(const struct suite_run *run, const struct suite_claim *claim, double here)
{
    if (isnan(here))
        return "not measured";
    if (!run->steady.is_steady && !claim->is_timeless)
        return "not judged";
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
    if (!run->steady.is_steady)
        suite_say(
            run,
            "the machine was not steady, so whether a claim of times holds here is not judged");
    for (; claims->words; claims++)
        say_claim(run, claims);
}
