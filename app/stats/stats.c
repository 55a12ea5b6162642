#include "app/stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    const double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

void stats_sort(double *values, size_t n)
{
    if (n > 0)
        qsort(values, n, sizeof(*values), compare);
}

static double sorted_quantile(const double *values, int n, double p)
{
    if (n == 0)
        return NAN;
    const double rank = p * (n - 1);
    const int below = (int) rank;
    if (below >= n - 1)
        return values[n - 1];
    return values[below] + (rank - below) * (values[below + 1] - values[below]);
}

double stats_quantile(double *values, int n, double p)
{
    stats_sort(values, (size_t) n);
    return sorted_quantile(values, n, p);
}

double stats_median(double *values, int n)
{
    return stats_quantile(values, n, 0.5);
}

// Returns the probability that exactly k of n coins show heads.
static double half_binomial(int n, int k)
{
    return exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) - n * log(2.0));
}

// The k-th smallest and the k-th largest value enclose the median unless fewer than k values lie on
// one side of it: the largest k whose tails together stay within 5 %.
static struct stats_interval sorted_interval(const double *values, int n)
{
    if (n == 0)
        return (struct stats_interval){ NAN, NAN, 0 };
    int k = 1;
    double tail = half_binomial(n, 0);
    while (k < (n + 1) / 2 && 2 * (tail + half_binomial(n, k)) <= 0.05)
        tail += half_binomial(n, k++);
    return (struct stats_interval){ values[k - 1], values[n - k], fmax(0, 1 - 2 * tail) };
}

struct stats_interval stats_median_interval(double *values, int n)
{
    stats_sort(values, (size_t) n);
    return sorted_interval(values, n);
}

// Goes outwards from the median, on both sides, until half of the values are passed.
static double sorted_deviation(const double *values, int n, double median)
{
    int below = -1, above;
    double last = NAN, before = NAN;
    while (below + 1 < n && values[below + 1] <= median)
        below++;
    above = below + 1;
    for (int passed = 0; passed <= n / 2 && passed < n; passed++) {
        const double down = below >= 0 ? median - values[below] : INFINITY;
        const double up = above < n ? values[above] - median : INFINITY;
        before = last;
        last = fmin(down, up);
        below -= down <= up;
        above += down > up;
    }
    return n % 2 ? last : (before + last) / 2;
}

struct stats_summary stats_summarise(double *values, int n)
{
    stats_sort(values, (size_t) n);
    const double median = sorted_quantile(values, n, 0.5);
    return (struct stats_summary){
        .count = n,
        .min = sorted_quantile(values, n, 0),
        .median = median,
        .p95 = sorted_quantile(values, n, 0.95),
        .max = sorted_quantile(values, n, 1),
        .mad = sorted_deviation(values, n, median),
        .interval = sorted_interval(values, n),
    };
}

double stats_scale(double value)
{
    static const double steps[] = { 1, 2, 5 };
    if (!(value > 0))
        return 1;
    const double unit = pow(10, floor(log10(value)));
    for (int i = 0; i < 3; i++)
        if (value <= steps[i] * unit * (1 + 1e-9))
            return steps[i] * unit;
    return 10 * unit;
}
