#pragma once

#include <stddef.h>

// Which of two things is faster, from times that were taken in turns: the k-th of one and the k-th
// of the other met the same machine, so what it did to both falls out of their ratio.
//
// The estimate is the pseudomedian of the logarithms of the ratios, with the interval of the signed
// ranks: J. L. Hodges and E. L. Lehmann, Estimates of Location Based on Rank Tests, 1963; F.
// Wilcoxon, Individual Comparisons by Ranking Methods, 1945. One assumption is made of the
// times: either of two equal things is as likely to be the slower one by the same amount. A random
// order within each turn sees to that. Where turns resemble those before them, as where one of the
// two drifts by itself, the interval is wider (stats_stretch). A few turns in which something else
// disturbed one of the two move neither. Equal times, as a coarse clock gives them, only widen the
// interval.

// All verdicts of one run hold together with this probability: with n pairs each gets 1/n of what
// is left to chance (O. J. Dunn, Multiple Comparisons among Means, 1961), so that a table of many
// chains finds no differences for being long. 99 %, since at 95 % one run in twenty would call two
// equal chains different, and one may see that run.
#define PAIRS_SURE 0.99

// From here on an interval can be made, for one pair; of fewer turns no verdict is given.
enum { PAIRS_LEAST_TURNS = 8 };

enum pair_verdict { PAIR_NO_DIFFERENCE, PAIR_FASTER, PAIR_SLOWER, PAIR_INCONCLUSIVE };
extern const char *const pair_verdict_names[]; // NULL-terminated

// `b` compared with `a`, which are numbers for the caller to know them by.
struct pair {
    int a, b;
    int turns; // that count: those with both times above 0
    // How much longer b takes than a, in per cent of a's time; below 0: that much less. NaN: not
    // known. `low` and `high` are the interval.
    double percent, low, high;
    double drift;              // that the interval allows for, as of steady_drift
    enum pair_verdict verdict; // of b
};

// How sure an interval is, and how many of the ordered means of two ratios lie beyond each of its
// ends, found once for each number of turns.
struct pairs_test {
    double level; // such as 0.99
    double drift; // of the machine, steady_drift
    int turns;
    long cut; // 0: so few turns have no interval
};

// For one of `pairs` pairs of a run, 1 or more, on a machine with that drift.
struct pairs_test pairs_test(int pairs, double drift);

// Compares the times, above 0, that belong to the same turns. The verdict is inconclusive with
// fewer turns than it takes, for which `low` and `high` are NaN, and where the difference lies
// within the drift.
struct pair pairs_compare(struct pairs_test *test, const double a[], const double b[], int turns);

// Writes "B is 6.1 % +- 0.8 % faster than A" (of A's time), "B takes 3.10 times as long",
// "no difference seen between A and B: B takes -0.2 % to +0.3 % longer", that it is open or that
// there are too few turns; and the drift that is allowed for.
void pairs_describe(const struct pair *pair, const char *a, const char *b, char *text, size_t size);
