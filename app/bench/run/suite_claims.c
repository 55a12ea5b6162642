#include "app/bench/run/suite.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- the number

static double pick(enum suite_pick how, double a, double b)
{
    return how == SUITE_LEAST ? fmin(a, b) : fmax(a, b);
}

static double number_of_pattern(const struct suite_run *run, const char *pattern,
                                enum suite_pick each)
{
    double sum = 0, picked = NAN; // fmin and fmax pass over NaN
    int count = 0;
    for (int i = 0; i < run->count; i++) {
        if (fnmatch(pattern, run->variants[i].chain, 0) != 0)
            continue;
        const struct suite_variant *variant = &run->variants[i];
        const double number = suite_median(variant);
        picked = pick(each, picked, number);
        sum += number;
        count++;
    }
    return each == SUITE_MEAN && count > 0 ? sum / count : picked;
}

// The patterns of "x{1,2}" are x1 and x2; without braces there is one.
static double number_of_set(const struct suite_run *run, const struct suite_set *set)
{
    const int head = (int) strcspn(set->chains, "{");
    const char *name = set->chains + head, *tail = strchr(name, '}');
    double all = NAN;
    do {
        char pattern[128];
        name += tail != NULL;
        const int length = (int) strcspn(name, ",}");
        snprintf(pattern, sizeof(pattern), "%.*s%.*s%s", head, set->chains, length, name,
                 tail ? tail + 1 : "");
        const double one = number_of_pattern(run, pattern, set->each);
        if (isnan(one)) // which might be the least, or the most
            return NAN;
        all = pick(set->all, all, one);
        name += length;
    } while (*name == ',');
    return all;
}

static double measure(const struct suite_run *run, const struct suite_claim *claim)
{
    if (claim->measure)
        return claim->measure(run, claim->of.chains, claim->to.chains);
    const double of = number_of_set(run, &claim->of);
    return claim->to.chains ? of / number_of_set(run, &claim->to) : of;
}

// ---- the verdict

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

static const char *judge(struct suite_run *run, const struct suite_claim *claim, double here)
{
    const double drift = steady_drift(&run->steady);
    const struct steady_ratio wide = steady_allow((struct steady_ratio){ here, here, here }, drift);
    if (isnan(here))
        return "not measured";
    if (side_of(claim, wide.low) != side_of(claim, wide.high))
        return "open here";
    *(holds(claim, here) ? &run->claims.held : &run->claims.refuted) += 1;
    return holds(claim, here) ? "holds here" : "does not hold here";
}

// ---- in words

static void say_number(double number, char text[static 32])
{
    if (isnan(number))
        snprintf(text, 32, "no number");
    else
        snprintf(text, 32, "%.3g", number);
}

void suite_claims_judge(struct suite_run *run, const char *paper, const struct suite_claim *claims)
{
    static const char *const limits[] = {
        [SUITE_ABOVE] = "above",
        [SUITE_AT_MOST] = "at most",
        [SUITE_NEAR] = "within a factor of",
    };
    char drift[STEADY_DRIFT_SIZE];
    run->claims.paper = paper;
    run->claims.begin = run->finding_count;
    steady_describe_drift(steady_drift(&run->steady), drift);
    if (!run->steady.is_steady)
        suite_say(run,
                  "the machine was not steady: claims of times are judged as far as they can "
                  "be%s",
                  drift);
    for (; claims->words; claims++, run->claims.count++) {
        const double measured = measure(run, claims);
        char published[32], here[32], limit[40] = "where it is equal";
        say_number(claims->published, published);
        say_number(measured, here);
        if (claims->holds != SUITE_NEAR || claims->limit != 1)
            snprintf(limit, sizeof(limit), "%s %.3g", limits[claims->holds], claims->limit);
        suite_say(run, "%s: %s (published: %s, here: %s; holds %s)", judge(run, claims, measured),
                  claims->words, published, here, limit);
    }
    run->claims.end = run->finding_count;
}
