#pragma once

#include <stddef.h>

// app/stats: statistics of measured times, of passes and of pairs; no GPU. No value may be NaN; an
// empty set has NaN for everything.

// Returns the p-quantile (p in 0..1) of n values, which it sorts: linear between the order
// statistics, rank 1 + p (n - 1). Type 7 of R. J. Hyndman and Y. Fan, Sample Quantiles in
// Statistical Packages, The American Statistician, 1996.
double stats_quantile(double *values, int n, double p);

double stats_median(double *values, int n);

// Sorts values in ascending order.
void stats_sort(double *values, size_t n);

// Two of the values between which the true median lies with a probability of at least 95 %, found
// by counting (the binomial distribution of how many values lie below it). Nothing is assumed about
// the shape of the distribution but that samples are independent. Fewer than six values have no two
// such values: then the smallest and the largest.
struct stats_interval {
    double low, high;
    double coverage; // the probability itself
};

struct stats_interval stats_median_interval(double *values, int n);

struct stats_summary {
    int count;
    double min, median, p95, max;
    double mad;                     // the median of how far values lie from the median
    struct stats_interval interval; // of the median
};

// Sorts the values.
struct stats_summary stats_summarise(double *values, int n);

// Returns the end of a scale that holds the value: 1, 2 or 5 times a power of ten, the next above.
// 1 for what is not above 0.
double stats_scale(double value);
