#pragma once

#include <stdbool.h>
#include <stddef.h>

// effects/stats: statistics of measured times, in plain arithmetic without a GPU.
//
//   stats    quantiles, a summary, the confidence interval of a median;
//            which resource is the bottleneck of a piece of work
//   pairs    which of two things that ran alternately is faster, or that it cannot be decided
//   steady   whether the speed of the machine was constant, and the drift that verdicts allow for
//
//   struct stats_summary summary = stats_summarise(times, count);    // of one series
//   struct pairs_test test = pairs_test(1, steady_drift(&steady));
//   struct pair pair = pairs_compare(&test, a, b, turns);            // of two, measured in turns
//   pairs_describe(&pair, "A", "B", text, sizeof(text));
//
// No value may be NaN; all results for an empty set are NaN.

// Sorts n values and returns their p-quantile (p in 0..1): linear between the order statistics,
// rank 1 + p (n - 1). Type 7 of R. J. Hyndman and Y. Fan, Sample Quantiles in Statistical Packages,
// The American Statistician, 1996.
double stats_quantile(double *values, int n, double p);

double stats_median(double *values, int n);

// Sorts values that are in the order in which they were measured, and returns the effective sample
// size, from 2 to n. Successive times are correlated: for the mean, n of them are worth as much as
// n / tau independent ones, where tau = 1 + 2 x the sum of all autocorrelations.
//
// The autocorrelations are those of the ranks, which a few outliers do not change much. tau is the
// larger of two estimates. The first assumes a first-order autoregressive process, (1 + rho) / (1 -
// rho), where rho is the first autocorrelation, corrected for its bias in a short series (M. G.
// Kendall, Note on Bias in the Estimation of Autocorrelation; F. H. C. Marriott and J. A. Pope,
// Bias in the Estimation of Autocorrelations, both Biometrika, 1954). The second is the sum of the
// autocorrelations, in pairs, until a pair is not above 0, where no pair counts more than the one
// before (C. J. Geyer, Practical Markov Chain Monte Carlo, Statistical Science, 1992). It finds a
// slow drift under faster noise. Each estimate misses cases that the other finds:
// tests/effects/pairs_test.c.
double stats_sort_series(double *values, int n);

// Returns the factor by which an interval of n values must be wider than one of n independent
// values: sqrt(n / worth), where `worth` is their effective sample size, times a factor for the
// error of that estimate, which was found by simulation: 1 + 5 / worth - 5 / n.
double stats_stretch(int n, double worth);

// The interval that contains the true median with a probability of 95 %. Its ends are those of the
// binomial distribution of the number of values below the median, interpolated between two values
// (T. P. Hettmansperger and S. J. Sheather, Confidence Intervals Based on Interpolated Order
// Statistics, Statistics & Probability Letters, 1986), and further apart if successive values are
// correlated (stats_stretch). Nothing is assumed about the shape of the distribution. Fewer than
// six values have no such interval: it is then the smallest and the largest value, with their
// probability. If all values are above 0, both ends are.
struct stats_interval {
    double low, high;
    double coverage; // the probability, 0..1
};

struct stats_summary {
    int count;
    double min, median, p95, max;
    double mad;                     // median absolute deviation from the median
    struct stats_interval interval; // of the median
};

// Returns true if low <= value <= high, apart from rounding. A comparison with NaN, an unknown
// number, counts as true.
bool stats_is_interval(double low, double value, double high);

// Ends the program, in every build, if stats_is_interval is false. Code that makes, prints or
// writes an interval calls it; `what` names the interval in the message.
void stats_check_interval(const char *what, double low, double value, double high);

// Sorts the values, which must be in the order in which they were measured, and summarises them.
struct stats_summary stats_summarise(double *values, int n);

// Returns the end of a scale that contains the value: the smallest of 1, 2 and 5 times a power of
// ten that is not below it. 1 if the value is not above 0.
double stats_scale(double value);

// The bottleneck of a piece of work is the resource that would take the longest if all others were
// free, by the speeds that were measured on this machine. See S. Williams, A. Waterman and D.
// Patterson, Roofline: An Insightful Visual Performance Model for Multicore Architectures, 2009.

enum bound { BOUND_UNKNOWN, BOUND_MEMORY, BOUND_TEXTURE, BOUND_ARITHMETIC, BOUND_LAUNCH };
extern const char *const bound_names[]; // by enum bound, NULL-terminated; "-" for BOUND_UNKNOWN

// The shortest time that each resource needs for the work, in milliseconds; 0: no work.
struct roofs {
    double memory;     // of the bytes that must be moved, at the bandwidth of a copy
    double texture;    // of reads: from the cache, through the filter, from shared memory
    double arithmetic; // of sums. NaN: they were not counted and the work uses no resource but
                       // these four, so bound_fill_arithmetic derives it from the measured time
    double launch;     // of draws and dispatches that wait for one another
};

// Returns the roofs with `arithmetic`, if it is NaN, replaced by the part of the measured time
// (milliseconds) that the other roofs leave.
struct roofs bound_fill_arithmetic(const struct roofs *roofs, double time);

// Returns the roofs of two pieces of work that run one after the other.
struct roofs bound_add(const struct roofs *a, const struct roofs *b);

// Returns the bottleneck of work that took `time` milliseconds: the resource with the highest roof,
// or BOUND_UNKNOWN if even that is less than a quarter of the time.
enum bound bound_by(const struct roofs *roofs, double time);

// Detects if the machine changed its speed while it was measured. Two reference workloads of
// constant size ("canaries") run together with everything that is timed: a copy of the image, which
// the memory limits, and a kernel of multiplications, which the clock of the multiprocessors
// limits. A block of frames in which the median of either is more than STEADY_LIMIT above the best
// of any block is discarded and measured again. If that does not help, verdicts allow for the drift
// of the canaries. This is plain arithmetic without a GPU:
//
//   steady_init(&steady, is_software);
//   do                                                 // for each block of frames
//       verdict = steady_judge(&steady, medians, may_repeat);
//   while (verdict != STEADY_COUNTS);                  // STEADY_FROM_START: discard all blocks
//   steady_end(&steady);
//   drift = steady_drift(&steady);

#define STEADY_LIMIT 0.03

// With fewer blocks than STEADY_MIN_BLOCKS there is no verdict. STEADY_MIN_DRAWS draws make
// that many blocks, however few draws a block has.
enum { STEADY_MIN_BLOCKS = 3, STEADY_MIN_DRAWS = 12 };

enum steady_canary { STEADY_COPY, STEADY_ARITHMETIC, STEADY_CANARIES };

struct steady {
    // Every block that counts is within STEADY_LIMIT of the best one and, after steady_end, there
    // were at least STEADY_MIN_BLOCKS of them.
    bool is_steady;
    bool is_software; // a software renderer, which shares its processors with everything else
    int blocks;       // number of blocks that count
    int thrown_away;  // number of blocks that were discarded
    struct steady_range {
        double best;  // lowest median of any block, milliseconds; INFINITY: no block yet
        double worst; // highest median of the blocks that count, milliseconds; 0: no block
    } canaries[STEADY_CANARIES];
};

extern const char *const steady_canary_names[]; // NULL-terminated

void steady_init(struct steady *steady, bool is_software);

// The verdict on a block of frames.
enum steady_verdict {
    STEADY_COUNTS,
    STEADY_AGAIN,      // the block is discarded
    STEADY_FROM_START, // all blocks so far are discarded, since the machine has become faster
};

// Judges a block by the medians of its canaries, in milliseconds. If `may_repeat` is false, the
// block counts in any case, and is_steady becomes false if it should have been discarded.
enum steady_verdict steady_judge(struct steady *steady, const double medians[STEADY_CANARIES],
                                 bool may_repeat);

// Ends the run: with too few blocks is_steady becomes false.
void steady_end(struct steady *steady);

// Adds the result of another part of the same run. The wider range of each canary is kept.
void steady_merge(struct steady *steady, const struct steady *part);

// Returns the relative error of times of this machine; 0.08 means 8 %. It is 0 if the machine was
// steady, otherwise the largest ratio of a canary's worst and best block, minus 1, and INFINITY if
// that is not known.
double steady_drift(const struct steady *steady);

// The ratio of two times, with its confidence interval.
struct steady_ratio {
    double value, low, high;
};

// Returns a median with its interval.
struct steady_ratio steady_median(const struct stats_summary *summary);

// Returns a / b; the interval is that of the quotients of the ends.
struct steady_ratio steady_divide(struct steady_ratio a, struct steady_ratio b);

// Returns the ratio with its interval widened by the drift. All verdicts about times use it: if the
// whole interval is on one side of 1, or of a limit, the question is decided, otherwise it is open.
struct steady_ratio steady_allow(struct steady_ratio ratio, double drift);

enum { STEADY_TEXT_SIZE = 320, STEADY_DRIFT_SIZE = 48 };

// Writes ", drift of 8.1 % allowed for", to be appended to a verdict; "" if the drift is 0.
void steady_describe_drift(double drift, char text[STEADY_DRIFT_SIZE]);

// Writes a sentence for people: how much was discarded, or why ratios are not reliable.
void steady_describe(const struct steady *steady, char text[STEADY_TEXT_SIZE]);

// Compares two things, a and b, by times that were measured alternately: the k-th times of both
// were taken under the same conditions, so changes of the machine cancel in their ratio.
//
// The estimate is the pseudomedian of the logarithms of the ratios, with the interval of the signed
// ranks: J. L. Hodges and E. L. Lehmann, Estimates of Location Based on Rank Tests, 1963; F.
// Wilcoxon, Individual Comparisons by Ranking Methods, 1945. The only assumption is that, of two
// equal things, either is as likely to be slower by the same amount; a random order within each
// turn ensures that. If successive turns are correlated, for example because one of the two drifts,
// the interval is wider (stats_stretch). A few turns in which only one of the two was disturbed
// hardly change the result. Equal times, which a coarse clock gives, only widen the interval.

// The probability that all verdicts of one run are right. With n pairs each verdict gets 1/n of the
// rest (O. J. Dunn, Multiple Comparisons among Means, 1961), so that a long table does not find
// more false differences. It is 99 %, since at 95 % one run in twenty would call two equal chains
// different.
#define PAIRS_SURE 0.99

// Smallest number of turns with an interval, for one pair. With fewer turns there is no verdict.
enum { PAIRS_MIN_TURNS = 8 };

// Returns the smallest number of turns for verdicts about that many pairs.
int pairs_least_turns(int pairs);

enum pair_verdict { PAIR_NO_DIFFERENCE, PAIR_FASTER, PAIR_SLOWER, PAIR_INCONCLUSIVE };
extern const char *const pair_verdict_names[]; // NULL-terminated

// The comparison of `b` with `a`. Both are indices for the caller's use.
struct pair {
    int a, b;
    int turns; // number of turns that count: those in which both times are above 0
    // The extra time of b over a, in per cent of a's time; negative if b is faster. NaN: unknown.
    // `low` and `high` are the ends of its interval.
    double percent, low, high;
    double drift;              // drift that the interval allows for (steady_drift)
    enum pair_verdict verdict; // about b
};

// Returns the pair for a ratio of b's time to a's, with the drift allowed for. `a`, `b` and `turns`
// are not set. The verdict is inconclusive if the interval contains 1 only because of the drift.
struct pair pair_of_ratio(struct steady_ratio ratio, double drift);

// The confidence level of an interval, and the number of ordered means of two ratios that lie
// beyond each of its ends, which is computed once for each number of turns.
struct pairs_test {
    double level; // confidence level, such as 0.99
    double drift; // drift of the machine (steady_drift)
    int turns;
    long cut; // number of means beyond each end; 0: too few turns for an interval
};

// Returns the test for one of the `pairs` pairs of a run, 1 or more, on a machine with that drift.
struct pairs_test pairs_test(int pairs, double drift);

// Compares times; a[i] and b[i] belong to the same turn. The verdict is inconclusive if there are
// too few turns, with `low` and `high` NaN, or if the difference is within the drift.
struct pair pairs_compare(struct pairs_test *test, const double a[], const double b[], int turns);

// Writes "B is 6.1 % +- 0.8 % faster than A" (of A's time), "B takes 3.10 times as long", "no
// difference seen between A and B: B takes between 0.2 % less and 0.3 % more time", that the
// comparison is inconclusive or that there are too few turns; and the drift that is allowed for.
void pairs_describe(const struct pair *pair, const char *a, const char *b, char *text, size_t size);
