#include "effects/stats/stats.h"
#include "tests/fixtures/cmocka.h"

TEST(quantiles_lie_between_order_statistics)
{
    double values[] = { 40, 10, 30, 20 };
    assert_alike(stats_median(values, 4), 25);
    assert_alike(stats_quantile(values, 4, 0), 10);
    assert_alike(stats_quantile(values, 4, 1), 40);
    assert_alike(stats_quantile(values, 4, 0.95), 38.5); // rank 1 + 0.95 * 3 = 3.85
    assert_alike(stats_median(values, 3), 20);
    assert_alike(stats_median(values, 1), 10);
    assert_true(isnan(stats_median(values, 0)));
}

// Fills in values that alternate between high and low, so that none predicts the next.
static void alternate(double values[], int n)
{
    for (int k = 0; k < n; k++)
        values[k] = k % 2 ? n - k / 2 : 1 + k / 2;
}

// Known ranks of a 95 % interval of the median: 2 and 9 of 10 have 97.85 %, 3 and 8 have 89.06 %; 6
// of 20 has 95.86 %, 7 has 88.47 %; 40 of 100 has 96.48 %, 41 has 94.31 %. Between them it is
// interpolated, worked out by hand.
TEST(intervals_of_the_median_have_the_ranks_of_the_binomial)
{
    static const struct {
        int n;
        double low, coverage;
    } rows[] = {
        { 1, 1, 0 },           { 5, 1, 0.9375 },      { 6, 1.35714, 0.95 },
        { 10, 2.65766, 0.95 }, { 20, 6.23523, 0.95 }, { 100, 40.76320, 0.95 },
    };
    for_each(row, rows) {
        double values[100];
        alternate(values, row->n);
        const struct stats_interval interval = stats_summarise(values, row->n).interval;
        assert_near(interval.low, row->low, 1e-4);
        assert_near(interval.high, (row->n + 1 - row->low), 1e-4);
        assert_alike(interval.coverage, row->coverage);
    }
    assert_true(isnan(stats_summarise(NULL, 0).interval.low));
}

// Equal values contain less information if each is similar to the one before.
TEST(a_series_is_worth_what_its_order_says)
{
    double steady[60], rising[60], equal[60];
    alternate(steady, 60);
    for (int k = 0; k < 60; k++) {
        rising[k] = k + 1;
        equal[k] = 7;
    }
    const struct stats_summary a = stats_summarise(steady, 60), b = stats_summarise(rising, 60);
    assert_true(a.count == 60 && a.min == 1 && a.max == 60);
    assert_alike(a.p95, 57.05);
    assert_alike(a.median, b.median);
    assert_alike(a.mad, b.mad);
    assert_compare(b.interval.high - b.interval.low, >, 3 * (a.interval.high - a.interval.low));
    assert_compare(b.interval.low, >, 0); // as all of them are
    assert_alike(stats_sort_series(equal, 60), 60);
    for (int k = 0; k < 60; k++)
        rising[k] = k / 6; // ten steps
    const double worth = stats_sort_series(rising, 60);
    assert_compare(worth, >=, 2);
    assert_compare(worth, <, 10);
    assert_alike(rising[59], 9);
}

// The deviation is found from the sorted values; here as its definition says.
TEST(the_deviation_is_the_median_of_distances)
{
    static const double sets[][8] = { { 1 },
                                      { 2, 5 },
                                      { 3, 3, 3 },
                                      { 1, 2, 3, 100 },
                                      { -7, 1, 1, 2, 9 },
                                      { 5, 5, 5, 6, 8, 8 },
                                      { 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4 },
                                      { 8, 1, 7, 2, 6, 3, 5, 4 } };
    for (int n = 1; n <= 8; n++) {
        double values[8], distances[8];
        memcpy(values, sets[n - 1], sizeof(values));
        const double median = stats_median(values, n);
        for (int i = 0; i < n; i++)
            distances[i] = fabs(sets[n - 1][i] - median);
        assert_alike(stats_summarise(values, n).mad, stats_median(distances, n));
    }
    assert_true(isnan(stats_summarise(NULL, 0).mad));
}

TEST(a_scale_ends_at_a_round_number)
{
    static const double ends[][2] = { { 0, 1 },     { -3, 1 },      { 1, 1 },    { 1.001, 2 },
                                      { 0.3, 0.5 }, { 0.02, 0.02 }, { 5.1, 10 }, { 99.9, 100 },
                                      { 210, 500 }, { NAN, 1 } };
    for_each(end, ends)
        assert_float_equal(stats_scale((*end)[0]), (*end)[1], 1e-9);
    for (double value = 1e-6; value < 1e6; value *= 1.01) {
        assert_compare(stats_scale(value), >=, value * (1 - 1e-9));
        assert_compare(stats_scale(value), <=, value * 2.5);
    }
}

// The JSON, the tables and the verdicts take their intervals from here.
TEST(an_interval_has_its_ends_in_order)
{
    static const struct {
        double low, value, high;
        bool is;
    } cases[] = {
        { 1, 2, 3, true },    { 2, 2, 2, true },       { 2 + 1e-12, 2, 2, true },
        { NAN, 2, 3, true },  { NAN, NAN, NAN, true }, { 0, 1, INFINITY, true },
        { 3, 2, 1, false },   { 2.1, 2, 3, false },    { 1, 2, 1.9, false },
        { 3, NAN, 1, false }, { NAN, 2, 1, false },
    };
    for_each(one, cases)
        if (stats_is_interval(one->low, one->value, one->high) != one->is)
            fail_msg("%g, %g, %g", one->low, one->value, one->high);
}
