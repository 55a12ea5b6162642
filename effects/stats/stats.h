#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// effects/stats: what measured times say, in plain arithmetic without a GPU.
//
//   stats    quantiles, a summary, the interval of a median;
//            which resource binds a piece of work
//   pairs    which of two things that ran in turns is faster, or that it cannot be told
//   steady   whether the machine stood still meanwhile, and what verdicts allow for
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
// noise. Either alone misses what the other finds: tests/effects/pairs_test.c.
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

// Returns whether low <= value <= high, apart from rounding. NaN: that number is not known.
bool stats_is_interval(double low, double value, double high);

// Ends the program in every build if the numbers are no such interval. Code that makes, prints or
// writes an interval calls it; `what` names the interval in the message.
void stats_check_interval(const char *what, double low, double value, double high);

// Sorts the values, which are in the order in which they were taken.
struct stats_summary stats_summarise(double *values, int n);

// Returns the end of a scale that holds the value: 1, 2 or 5 times a power of ten, the next above.
// 1 for what is not above 0.
double stats_scale(double value);

// The bottleneck of a piece of work is the resource that would take the longest if all others were
// free, by the speeds that were measured on this machine. See S. Williams, A. Waterman and D.
// Patterson, Roofline: An Insightful Visual Performance Model for Multicore Architectures, 2009.

enum bound { BOUND_UNKNOWN, BOUND_MEMORY, BOUND_TEXTURE, BOUND_ARITHMETIC, BOUND_LAUNCH };
extern const char *const bound_names[]; // by enum bound, NULL-terminated; "-" where unknown

// The least time that each resource needs for the work. Milliseconds, 0: nothing to do.
struct roofs {
    double memory;     // the bytes that must move, as fast as a copy moves them
    double texture;    // reads, from the cache, through the filter, from shared memory
    double arithmetic; // sums. NaN: not counted, and no resource but those of here is needed, so
                       // that it is what the others leave of the time
    double launch;     // draws and dispatches that wait for one another
};

// Replaces arithmetic that was not counted.
struct roofs bound_settle(const struct roofs *roofs, double time);

// Returns both together, one after the other.
struct roofs bound_add(const struct roofs *a, const struct roofs *b);

// Returns what binds work that took the time: the highest of the roofs, or unknown where even that
// explains less than a quarter of the time.
enum bound bound_by(const struct roofs *roofs, double time);

// Detects whether the machine changed its speed while it was measured. Two canaries of known work
// run beside everything that is timed: a copy of the image, which the memory limits, and a kernel
// of multiplications, which the clock of the multiprocessors limits. A block of frames in which the
// median of either is more than STEADY_LIMIT above the best of any block is discarded and measured
// again. If that does not help, verdicts allow for the drift of the canaries. This is plain
// arithmetic without a GPU.

#define STEADY_LIMIT 0.03

// Fewer blocks say nothing. STEADY_LEAST_DRAWS make that many, however few draws a block has.
enum { STEADY_LEAST_BLOCKS = 3, STEADY_LEAST_DRAWS = 12 };

enum steady_canary { STEADY_COPY, STEADY_ARITHMETIC, STEADY_CANARIES };

struct steady {
    // Every block that counts is within the limit of the best, and, after steady_end, there were
    // enough of them.
    bool is_steady;
    bool is_software; // a software renderer, which shares its processors with everything else
    int blocks;       // that count
    int thrown_away;  // and those that do not
    struct steady_range {
        double best;  // median of any block, milliseconds; INFINITY: none so far
        double worst; // of the blocks that count; 0: none
    } canaries[STEADY_CANARIES];
};

extern const char *const steady_canary_names[]; // NULL-terminated

void steady_init(struct steady *steady, bool is_software);

// The verdict on a block of frames.
enum steady_verdict {
    STEADY_COUNTS,
    STEADY_AGAIN,      // it is thrown away
    STEADY_FROM_START, // and so are all before it: the machine has become faster since
};

// Judges a block by the medians of its canaries, milliseconds. Where `may_repeat` is false it
// counts in any case, and the machine was not steady.
enum steady_verdict steady_judge(struct steady *steady, const double medians[STEADY_CANARIES],
                                 bool may_repeat);

// Ends the run: a machine is only steady by enough blocks.
void steady_end(struct steady *steady);

// Takes in what another part of the same run found: of the ranges the wider one stays.
void steady_merge(struct steady *steady, const struct steady *part);

// Returns by how much times of this machine may be off, 0.08: by 8 %. 0 where it was steady;
// otherwise how much longer than in its best block either canary took in its worst; INFINITY where
// that is not known.
double steady_drift(const struct steady *steady);

// The ratio of two times, and where it lies for sure.
struct steady_ratio {
    double value, low, high;
};

// Returns a median and its interval.
struct steady_ratio steady_median(const struct stats_summary *summary);

// Returns the quotient, which lies for sure between the quotients of the ends.
struct steady_ratio steady_divide(struct steady_ratio a, struct steady_ratio b);

// Returns where the ratio lies for sure on a machine that drifted. This is the rule of all verdicts
// about times: what keeps to one side of 1, or of a limit, is decided; only the rest is open.
struct steady_ratio steady_allow(struct steady_ratio ratio, double drift);

enum { STEADY_TEXT_SIZE = 320, STEADY_DRIFT_SIZE = 48 };

// Writes ", drift of 8.1 % allowed for", to end a verdict; nothing for 0.
void steady_describe_drift(double drift, char text[static STEADY_DRIFT_SIZE]);

// Writes a sentence for people: what was thrown away, or why no ratio can be relied on.
void steady_describe(const struct steady *steady, char text[static STEADY_TEXT_SIZE]);

// Compares two things by times that were taken in turns: the k-th time of one and the k-th of the
// other met the same machine, so its changes cancel in their ratio.
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

// Returns from how many turns on there are verdicts about that many pairs.
int pairs_least_turns(int pairs);

enum pair_verdict { PAIR_NO_DIFFERENCE, PAIR_FASTER, PAIR_SLOWER, PAIR_INCONCLUSIVE };
extern const char *const pair_verdict_names[]; // NULL-terminated

// `b` compared with `a`, which are numbers for the caller to know them by.
struct pair {
    int a, b;
    int turns; // that count: those with both times above 0
    // The extra time of b over a, in per cent of a's time; negative if b is faster. NaN: not known.
    // `low` and `high` are the interval.
    double percent, low, high;
    double drift;              // that the interval allows for, as of steady_drift
    enum pair_verdict verdict; // of b
};

// Returns the pair, without its numbers and turns, of a ratio of b's time to a's that allows for
// the drift. The verdict is inconclusive where only the drift may hide a difference.
struct pair pair_of_ratio(struct steady_ratio wide, double drift);

// The confidence of an interval, and how many of the ordered means of two ratios lie beyond each of
// its ends, found once for each number of turns.
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
// "no difference seen between A and B: B takes between 0.2 % less and 0.3 % more time", that it is
// open or that there are too few turns; and the drift that is allowed for.
void pairs_describe(const struct pair *pair, const char *a, const char *b, char *text, size_t size);
