#define LOG_MODULE "stats"
#include "effects/stats/stats.h"

#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/number.h"

#include <math.h>
#include <stdlib.h>

// ---- stats

static void sort(double *values, size_t n)
{
    if (n > 0)
        qsort(values, n, sizeof(*values), number_compare);
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
    sort(values, (size_t) n);
    return sorted_quantile(values, n, p);
}

double stats_median(double *values, int n)
{
    return stats_quantile(values, n, 0.5);
}

enum { MIN = 6 }; // smallest number of values whose median has an interval

// ---- the effective sample size of a series

struct placed {
    double value;
    int place;
};

// Returns the mean product of scores at a distance of `lag`: their autocovariance, and with lag 0
// their variance.
static double autocovariance(const double scores[], int n, int lag)
{
    double sum = 0;
    for (int i = lag; i < n; i++)
        sum += scores[i] * scores[i - lag];
    return sum / (n - lag);
}

// Returns the estimate of tau by the sum of autocorrelations (Geyer). Autocorrelations around the
// mean of the series, instead of the true mean, are too low by about tau / n; `tau` is an estimate
// of it for that correction.
static double tau_of_sum(const double scores[], int n, double variance, double tau)
{
    enum { FARTHEST = 100 };
    double sum = 0, least = INFINITY;
    for (int lag = 0; lag + 1 < n / 2 && lag < FARTHEST; lag += 2) {
        double two = 0;
        for (int i = lag; i < lag + 2; i++) {
            const double rho = autocovariance(scores, n, i) / variance;
            two += rho + (1 - rho) * tau / n;
        }
        if (two <= 0)
            break;
        least = fmin(least, two);
        sum += least;
    }
    return fmax(1, 2 * sum - 1);
}

double stats_sort_series(double *values, int n)
{
    if (n < MIN) {
        sort(values, (size_t) n);
        return n;
    }
    struct placed *sorted = memory_grow(NULL, (sizeof(*sorted) + sizeof(double)) * (size_t) n, 1);
    double *ranks = (double *) (sorted + n);
    for (int i = 0; i < n; i++)
        sorted[i] = (struct placed){ values[i], i };
    qsort(sorted, (size_t) n, sizeof(*sorted), number_compare);
    // ranks[i] is the rank of the i-th value of the series, minus the mean rank; equal values have
    // the same rank, the mean of theirs.
    for (int first = 0, next; first < n; first = next) {
        next = first + 1;
        while (next < n && sorted[next].value == sorted[first].value)
            next++;
        for (int i = first; i < next; i++) {
            ranks[sorted[i].place] = (first + next - n) / 2.0;
            values[i] = sorted[i].value;
        }
    }
    double worth = n;
    const double variance = autocovariance(ranks, n, 0);
    if (variance > 0) {
        // The first autocorrelation, times n - 1.
        const double first = autocovariance(ranks, n, 1) * (n - 1) / variance;
        const double rho = fmin(fmax(0, (first + 1) / (n - 4)), 0.97);
        double tau = fmin(tau_of_sum(ranks, n, variance, 1), n / 2.0);
        tau = tau_of_sum(ranks, n, variance, tau);
        worth = n / fmin(fmax(tau, (1 + rho) / (1 - rho)), n / 2.0);
    }
    free(sorted);
    return worth;
}

double stats_stretch(int n, double worth)
{
    return sqrt(n / worth) * (1 + 5 / worth - 5.0 / n);
}

// ---- the interval of the median

// Returns the probability of exactly k successes in n trials of probability 1/2.
static double half_binomial(int n, int k)
{
    return exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) - n * log(2.0));
}

static const double sure = 0.95;

// Returns the rank k, with a fraction, for which the k-th smallest and the k-th largest of n
// independent values enclose the median with a probability of exactly 95 %. n is at least 6.
static double sure_rank(int n)
{
    int k = 1;
    double tail = half_binomial(n, 0), more = half_binomial(n, 1);
    while (1 - 2 * (tail + more) >= sure) {
        tail += more;
        more = half_binomial(n, ++k);
    }
    const double part = (1 - 2 * tail - sure) / (2 * more);
    return k + (n - k) * part / (k + (n - 2 * k) * part);
}

// Returns the value at a rank, 1..n, that may have a fraction.
static double value_at(const double sorted[], int n, double rank)
{
    return sorted_quantile(sorted, n, (rank - 1) / (n - 1));
}

// For the interval of a median only the signs of the differences from the median count. They are
// less correlated than the values: for a Gaussian process tau - 1 of the signs is 0.64 to 0.69 of
// that of the values. With 0.8 the interval has 95 % even if tau is estimated from 60 values.
static const double tau_ratio_of_signs = 0.8;

static struct stats_interval sorted_interval(const double *values, int n, double worth)
{
    if (n < MIN)
        return (struct stats_interval){ n > 0 ? values[0] : NAN, n > 0 ? values[n - 1] : NAN,
                                        n > 0 ? 1 - 2 * half_binomial(n, 0) : 0 };
    const double median = sorted_quantile(values, n, 0.5), rank = sure_rank(n);
    const double stretch = stats_stretch(n, n / (1 + tau_ratio_of_signs * (n / worth - 1)));
    const double low = value_at(values, n, rank), high = value_at(values, n, n + 1 - rank);
    // If times are above 0, the low end is computed from its logarithm, so that it stays above 0.
    const double down =
        low > 0 ? median * pow(low / median, stretch) : median - stretch * (median - low);
    return (struct stats_interval){ down, median + stretch * (high - median), sure };
}

bool stats_is_interval(double low, double value, double high)
{
    const double rounding = 1e-9 * (1 + fabs(isnan(value) ? low : value));
    return !(low > value + rounding || value > high + rounding || low > high + rounding);
}

void stats_check_interval(const char *what, double low, double value, double high)
{
    if (!stats_is_interval(low, value, high))
        log_bug("%s: %.9g lies outside of its interval, %.9g to %.9g", what, value, low, high);
}

struct stats_summary stats_summarise(double *values, int n)
{
    const double worth = stats_sort_series(values, n);
    const double median = sorted_quantile(values, n, 0.5);
    const struct stats_interval interval = sorted_interval(values, n, worth);
    stats_check_interval("a median", interval.low, median, interval.high);
    double *deviations = memory_new((size_t) n, sizeof(*deviations));
    for (int i = 0; i < n; i++)
        deviations[i] = fabs(values[i] - median);
    const double deviation = stats_median(deviations, n);
    free(deviations);
    return (struct stats_summary){
        .count = n,
        .min = sorted_quantile(values, n, 0),
        .median = median,
        .p95 = sorted_quantile(values, n, 0.95),
        .max = sorted_quantile(values, n, 1),
        .mad = deviation,
        .interval = interval,
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

// ---- bottlenecks

static const double least_share = 0.25; // share of the time

const char *const bound_names[] = { "-", "memory", "texture", "arithmetic", "launch", NULL };

struct roofs bound_fill_arithmetic(const struct roofs *roofs, double time)
{
    struct roofs settled = *roofs;
    if (isnan(roofs->arithmetic))
        settled.arithmetic =
            fmax(0, time - fmax(roofs->memory, fmax(roofs->texture, roofs->launch)));
    return settled;
}

struct roofs bound_add(const struct roofs *a, const struct roofs *b)
{
    return (struct roofs){
        .memory = a->memory + b->memory,
        .texture = a->texture + b->texture,
        .arithmetic = a->arithmetic + b->arithmetic,
        .launch = a->launch + b->launch,
    };
}

enum bound bound_by(const struct roofs *roofs, double time)
{
    const struct roofs filled = bound_fill_arithmetic(roofs, time);
    // By enum bound.
    const double heights[] = { 0, filled.memory, filled.texture, filled.arithmetic, filled.launch };
    enum bound highest = BOUND_MEMORY;
    for (int i = BOUND_TEXTURE; i <= BOUND_LAUNCH; i++)
        if (heights[i] > heights[highest])
            highest = (enum bound) i;
    return time > 0 && heights[highest] >= least_share * time ? highest : BOUND_UNKNOWN;
}
