#pragma once

#include <stddef.h>
#include <stdint.h>

// app/measure/stats: what measured times say, in plain arithmetic without a GPU.
//
//   stats         quantiles, a summary, the interval of a median; chance that a seed repeats
//   pairs         which of two things that ran in turns is faster, or that it cannot be told
//   steady        whether the machine stood still meanwhile, and what verdicts allow for
//   pass_stats    times of each pass over some frames, and the place of a pass among them
//   pass_history  the same over the last ten seconds
//   bound         which resource binds a piece of work
//
//   struct stats_summary summary = stats_summarise(times, count);    // of one series
//   struct pairs_test test = pairs_test(1, steady_drift(&steady));
//   struct pair pair = pairs_compare(&test, a, b, turns);            // of two, taken in turns
//   pairs_describe(&pair, "A", "B", text, sizeof(text));
//
// No value may be NaN; an empty set has NaN for everything.

// Returns the p-quantile (p in 0..1) of n values, which it sorts: linear between the order
// statistics, rank 1 + p (n - 1). Type 7 of R. J. Hyndman and Y. Fan, Sample Quantiles in
// Statistical Packages, The American Statistician, 1996.
double stats_quantile(double *values, int n, double p);

double stats_median(double *values, int n);

// Sorts values in ascending order.
void stats_sort(double *values, size_t n);

// Times that were taken one after the other resemble their neighbours, so that they say less than
// as many independent ones: n of them say of their mean what n / tau independent ones say, tau = 1
// + 2 x the sum of all autocorrelations. Sorts values that are in the order in which they were
// taken, and returns n / tau: what they are worth, from 2 to n.
//
// The autocorrelations are those of the ranks, which a few disturbances do not move. tau is the
// larger of two estimates. One takes the first autocorrelation for that of a process that forgets
// evenly, (1 + rho) / (1 - rho), without the bias that rho has in a short series (M. G. Kendall,
// Note on Bias in the Estimation of Autocorrelation; F. H. C. Marriott and J. A. Pope, Bias in the
// Estimation of Autocorrelations, both Biometrika, 1954). The other sums what is seen, as long as
// the sum of two neighbours is above 0, none larger than the one before (C. J. Geyer, Practical
// Markov Chain Monte Carlo, Statistical Science, 1992), which finds a slow drift under faster
// noise. Either alone misses what the other finds: tests/app/pairs_test.c.
double stats_sort_series(double *values, int n);

// Returns how many times as far from the middle an interval of n independent values must reach
// where they are worth less. Beyond sqrt(n / worth) stands what it costs that this is itself
// estimated, found by simulation: 4 / worth.
double stats_stretch(int n, double worth);

// Between `low` and `high` the true median lies with a probability of 95 %. The ends are those of
// the binomial distribution of how many values lie below it, interpolated between two values (T. P.
// Hettmansperger and S. J. Sheather, Confidence Intervals Based on Interpolated Order Statistics,
// Statistics & Probability Letters, 1986), and farther out where values resemble those before them.
// Nothing is assumed of the shape of the distribution. Fewer than six values have no such interval:
// then it is the smallest and the largest, with their probability. Where all values are above 0,
// both ends are.
struct stats_interval {
    double low, high;
    double coverage; // the probability itself
};

struct stats_summary {
    int count;
    double min, median, p95, max;
    double mad;                     // the median of how far values lie from the median
    struct stats_interval interval; // of the median
};

// Sorts the values, which are in the order in which they were taken.
struct stats_summary stats_summarise(double *values, int n);

// Returns the end of a scale that holds the value: 1, 2 or 5 times a power of ten, the next above.
// 1 for what is not above 0.
double stats_scale(double value);

// Chance that the same seed repeats: SplitMix64 by G. L. Steele, D. Lea and C. H. Flood, Fast
// splittable pseudorandom number generators, 2014. The state begins as the seed.

uint64_t chance_next(uint64_t *state);

// Puts `count` numbers into an order of chance.
void chance_shuffle(uint64_t *state, int count, int order[]);
