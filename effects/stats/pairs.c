#include "effects/stats/stats.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// For more turns the normal distribution is used, whose intervals are a little wider.
enum { MAX_EXACT_TURNS = 200 };

const char *const pair_verdict_names[] = { "no difference", "faster", "slower", "inconclusive",
                                           NULL };

struct pairs_test pairs_test(int pairs, double drift)
{
    return (struct pairs_test){ .level = 1 - (1 - PAIRS_SURE) / (pairs > 1 ? pairs : 1),
                                .drift = drift };
}

// ---- the distribution of the sum of signed ranks of two equal things

static long sums_of(int turns)
{
    return (long) turns * (turns + 1) / 2;
}

// Returns the number of smallest sums whose probabilities add up to at most `tail`.
static long exact_cut(int turns, double tail)
{
    double *chances = memory_new((size_t) sums_of(turns) + 1, sizeof(*chances));
    long cut = 0;
    chances[0] = 1;
    for (int rank = 1; rank <= turns; rank++) // each rank is in the sum with a probability of 1/2
        for (long sum = sums_of(rank); sum >= 0; sum--)
            chances[sum] = chances[sum] / 2 + (sum >= rank ? chances[sum - rank] / 2 : 0);
    for (double sum = chances[0]; sum <= tail; sum += chances[cut])
        cut++;
    free(chances);
    return cut;
}

static long normal_cut(int turns, double tail)
{
    const double mean = (double) sums_of(turns) / 2;
    const double deviation = sqrt(mean * (2.0 * turns + 1) / 6);
    long cut = 0, end = sums_of(turns) / 2;
    while (cut < end) {
        const long middle = (cut + end + 1) / 2;
        const double chance = 0.5 * erfc((mean - ((double) middle - 0.5)) / (deviation * sqrt(2)));
        if (chance <= tail)
            cut = middle;
        else
            end = middle - 1;
    }
    return cut;
}

// The sum 0 has a probability of 2^-turns, which must be at most the tail.
int pairs_least_turns(int pairs)
{
    return (int) ceil(log2(2 / (1 - pairs_test(pairs, 0).level)));
}

// ---- means of two values

// Returns the number of means of two of the values, including those of a value with itself, that
// are at most `most`. The values are sorted, so as the first value of a pair grows, fewer second
// values remain.
static long count_means(const double values[], int count, double most)
{
    long means = 0;
    int beside = count - 1;
    for (int i = 0; i <= beside; i++) {
        while (beside >= i && (values[i] + values[beside]) / 2 > most)
            beside--;
        means += beside >= i ? beside - i + 1 : 0;
    }
    return means;
}

// Returns the place-th smallest mean, from 1, by bisection down to the precision of a double.
static double mean_at(const double values[], int count, long place)
{
    double low = values[0], high = values[count - 1];
    if (count_means(values, count, low) >= place)
        return low;
    for (int i = 0; i < 64 && low < high; i++) {
        const double middle = low + (high - low) / 2;
        if (count_means(values, count, middle) >= place)
            high = middle;
        else
            low = middle;
    }
    return high;
}

// ---- comparing

struct pair pair_of_ratio(struct steady_ratio ratio, double drift)
{
    const struct steady_ratio wide = steady_allow(ratio, drift);
    return (struct pair){ .percent = 100 * (wide.value - 1),
                          .low = 100 * (wide.low - 1),
                          .high = 100 * (wide.high - 1),
                          .drift = drift,
                          .verdict = wide.low > 1    ? PAIR_SLOWER
                                     : wide.high < 1 ? PAIR_FASTER
                                     : drift > 0     ? PAIR_INCONCLUSIVE
                                                     : PAIR_NO_DIFFERENCE };
}

struct pair pairs_compare(struct pairs_test *test, const double a[], const double b[], int turns)
{
    struct pair pair = {
        .percent = NAN, .low = NAN, .high = NAN, .drift = test->drift, .verdict = PAIR_INCONCLUSIVE
    };
    double *ratios = memory_new((size_t) turns, sizeof(*ratios));
    int count = 0;
    for (int i = 0; i < turns; i++)
        if (a[i] > 0 && b[i] > 0)
            ratios[count++] = log(b[i] / a[i]);
    if (count > 0) {
        const double stretch = stats_stretch(count, stats_sort_series(ratios, count));
        const double tail = (1 - test->level) / 2;
        const long means = sums_of(count);
        const double middle =
            (mean_at(ratios, count, (means + 1) / 2) + mean_at(ratios, count, means / 2 + 1)) / 2;
        if (test->turns != count)
            test->cut = count <= MAX_EXACT_TURNS ? exact_cut(count, tail) : normal_cut(count, tail);
        test->turns = count;
        if (test->cut > 0) {
            const double low = mean_at(ratios, count, test->cut);
            const double high = mean_at(ratios, count, means + 1 - test->cut);
            const struct steady_ratio ratio = { exp(middle), exp(middle - stretch * (middle - low)),
                                                exp(middle + stretch * (high - middle)) };
            pair = pair_of_ratio(ratio, test->drift);
        }
        pair.percent = 100 * expm1(middle);
        pair.turns = count;
    }
    free(ratios);
    return pair;
}

// ---- text

static const char *direction(double percent)
{
    return percent < 0 ? "less" : "more";
}

void pairs_describe(const struct pair *pair, const char *a, const char *b, char *text, size_t size)
{
    const double margin = fmax(pair->high - pair->percent, pair->percent - pair->low);
    const double ratio = 1 + pair->percent / 100, low = 1 + pair->low / 100,
                 high = 1 + pair->high / 100;
    const bool is_open = pair->verdict == PAIR_INCONCLUSIVE;
    const bool is_lopsided = margin >= fabs(pair->percent); // "+-" would contain 0
    char drift[STEADY_DRIFT_SIZE];
    steady_describe_drift(pair->drift, drift);
    // A time that is several times as long is not described in per cent.
    if (is_open && isnan(low))
        snprintf(text, size, "%s and %s: too few turns to tell", a, b);
    else if (is_open && isinf(pair->drift))
        snprintf(text, size, "open: %s and %s%s", a, b, drift);
    else if (is_open && (pair->high >= 100 || pair->low <= -50))
        snprintf(text, size, "open: %s takes %.2f to %.2f times as long as %s%s", b, low, high, a,
                 drift);
    else if (is_open)
        snprintf(text, size, "open: %s takes between %.1f %% %s and %.1f %% %s time than %s%s", b,
                 fabs(pair->low), direction(pair->low), fabs(pair->high), direction(pair->high), a,
                 drift);
    else if (pair->verdict == PAIR_NO_DIFFERENCE)
        snprintf(text, size,
                 "no difference seen between %s and %s: %s takes between %.1f %% %s and %.1f %% "
                 "%s time",
                 a, b, b, fabs(pair->low), direction(pair->low), fabs(pair->high),
                 direction(pair->high));
    else if (pair->percent >= 100 || (is_lopsided && pair->percent > 0))
        snprintf(text, size, "%s takes %.2f times as long as %s (%.2f to %.2f%s)", b, ratio, a, low,
                 high, drift);
    else if (pair->percent <= -50 || is_lopsided)
        snprintf(text, size, "%s takes %.2f times as long as %s (%.2f to %.2f%s)", a, 1 / ratio, b,
                 1 / high, 1 / low, drift);
    else
        snprintf(text, size, "%s is %.1f %% +- %.1f %% %s than %s%s", b, fabs(pair->percent),
                 margin, pair_verdict_names[pair->verdict], a, drift);
}
