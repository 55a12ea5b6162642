// Verdicts about two series of times: against distributions worked out by hand, and how often they
// are right where the truth is known.

#include "effects/stats/stats.h"
#include "render/text/chance.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"

enum { TURNS = 60, RUNS = 400 };

static struct pair compare(const double a[], const double b[], int turns)
{
    struct pairs_test test = pairs_test(1, 0);
    return pairs_compare(&test, a, b, turns);
}

// `a` takes 1 in every turn, and `b` longer by another amount in each.
static void make_rising(double a[], double b[], int turns)
{
    for (int i = 0; i < turns; i++) {
        a[i] = 1;
        b[i] = 1 + 0.001 * i;
    }
}

// ---- by hand

// The sum of the signed ranks of 8 turns is 0 with 1/256, so the interval of 99 % is from the
// smallest mean of two to the largest; of 7 there is none.
TEST(eight_turns_have_an_interval_and_seven_do_not)
{
    const double a[] = { 1, 1, 1, 1, 1, 1, 1, 1 };
    const double b[] = { 1.02, 1.5, 1.03, 1.08, 1.04, 1.07, 1.05, 1.06 };
    const struct pair eight = compare(a, b, 8);
    assert_int_equal(eight.verdict, PAIR_SLOWER);
    assert_near(eight.low, 2, 1e-9);
    assert_near(eight.high, 50, 1e-9);
    assert_compare(eight.percent, >, 5);
    assert_compare(eight.percent, <, 8);
    const struct pair seven = compare(a, b, 7);
    assert_int_equal(seven.verdict, PAIR_INCONCLUSIVE);
    assert_true(isnan(seven.low) && isfinite(seven.percent));
    assert_int_equal(compare(a, b, 0).verdict, PAIR_INCONCLUSIVE);
}

// The tables give 99 % of 20 turns the cut 38, of 50 turns 374 (F. Wilcoxon and R. A. Wilcox, 1964:
// the largest sum that is significant, 37 and 373, and one more to count from 1).
TEST(cuts_are_those_of_the_tables)
{
    double a[50], b[50];
    struct pairs_test test = pairs_test(1, 0);
    make_rising(a, b, 50);
    pairs_compare(&test, a, b, 20);
    assert_int_equal(test.cut, 38);
    pairs_compare(&test, a, b, 50);
    assert_int_equal(test.cut, 374);
}

// On both sides of the place where the exact distribution is left for the normal one.
TEST(many_turns_are_as_exact_as_few)
{
    static double a[201], b[201];
    long cuts[2];
    make_rising(a, b, 201);
    for (int i = 0; i < 2; i++) {
        struct pairs_test test = pairs_test(1, 0);
        pairs_compare(&test, a, b, 200 + i);
        cuts[i] = test.cut;
    }
    // The 201st rank moves the mean by 100.5 and 2.576 deviations by 15.8.
    assert_compare(labs(cuts[1] - cuts[0] - 85), <=, 6);
}

TEST(it_is_the_time_that_b_needs_beyond_a)
{
    double a[TURNS], b[TURNS];
    for (int i = 0; i < TURNS; i++) {
        a[i] = 2 + i; // a machine that slows down, for both
        b[i] = 0.5 * a[i];
    }
    const struct pair half = compare(a, b, TURNS), twice = compare(b, a, TURNS);
    assert_int_equal(half.verdict, PAIR_FASTER);
    assert_compare(fabs(half.percent + 50), <, 1e-9);
    assert_compare(fabs(half.high + 50), <, 1e-9);
    assert_int_equal(twice.verdict, PAIR_SLOWER);
    assert_near(twice.percent, 100, 1e-9);
    assert_near(twice.low, 100, 1e-9);
    assert_int_equal(compare(a, a, TURNS).verdict, PAIR_NO_DIFFERENCE);
}

TEST(a_turn_without_a_time_does_not_count)
{
    double a[TURNS], b[TURNS];
    for (int i = 0; i < TURNS; i++) {
        a[i] = i % 4 ? 1 : 0;
        b[i] = 1.1;
    }
    const struct pair pair = compare(a, b, TURNS);
    assert_int_equal(pair.turns, TURNS * 3 / 4);
    assert_near(pair.percent, 10, 1e-9);
}

// ---- how often they are right

static double normal(uint64_t *state)
{
    return sqrt(-2 * log(1 - chance_share(state))) * cos(2 * acos(-1) * chance_share(state));
}

enum { THINGS = 6, PAIRS = THINGS * (THINGS - 1) / 2, TABLES = 100 };

// Several things in turns, the second of them slower: a clock that wanders, noise of each time by
// itself, a disturbance now and then that only lengthens, and a coarse clock, 32 ns of 40 us.
static void take_times(uint64_t *state, int things, double slower, double noise,
                       double times[][TURNS])
{
    double speed = 1;
    for (int i = 0; i < TURNS; i++) {
        speed += 0.02 * normal(state) - 0.1 * (speed - 1);
        for (int k = 0; k < things; k++) {
            double time = 0.04 * speed * (k == 1 ? 1 + slower : 1) * (1 + noise * normal(state));
            time *= chance_share(state) < 0.05 ? 1 + 0.5 * chance_share(state) : 1;
            times[k][i] = 32e-6 * round(time / 32e-6);
        }
    }
}

static int count_differences(struct pairs_test *test, double times[][TURNS])
{
    int count = 0;
    for (int i = 0; i < THINGS; i++)
        for (int k = 0; k < i; k++)
            count += pairs_compare(test, times[k], times[i], TURNS).verdict != PAIR_NO_DIFFERENCE;
    return count;
}

// None of six equal things differs from any other, in nearly every run.
TEST(many_pairs_stay_right_together)
{
    double times[THINGS][TURNS];
    uint64_t chance = 7;
    int wrong = 0, wrong_alone = 0;
    struct pairs_test one = pairs_test(1, 0), many = pairs_test(PAIRS, 0);
    for (int run = 0; run < TABLES; run++) {
        take_times(&chance, THINGS, 0, 0.01, times);
        wrong += count_differences(&many, times) > 0;
        wrong_alone += count_differences(&one, times) > 0;
    }
    assert_compare(wrong, <=, TABLES * 2 / 100);
    assert_compare(wrong_alone, >, TABLES * 3 / 100); // which is what the correction is for
}

// ---- turns that resemble those before

enum noise { GAUSSIAN, HEAVY, DISTURBED };

// Student's distribution with three degrees of freedom, or the Gaussian one.
static double draw(uint64_t *state, enum noise noise)
{
    const double x = normal(state);
    if (noise != HEAVY)
        return x;
    const double a = normal(state), b = normal(state), c = normal(state);
    return x / sqrt((a * a + b * b + c * c) / 3);
}

// A series about 0 that keeps the share `rho` of itself from value to value. Disturbed: one value
// in twenty, by up to eight deviations to either side, by itself.
static void make_series(uint64_t *state, double rho, enum noise noise, int count, double values[])
{
    double value = 0;
    for (int i = -40; i < count; i++) {
        value = rho * value + sqrt(1 - rho * rho) * draw(state, noise);
        if (i >= 0)
            values[i] = value;
        if (i >= 0 && noise == DISTURBED && chance_share(state) < 0.05)
            values[i] += 16 * (chance_share(state) - 0.5);
    }
}

static const double rhos[] = { 0, 0.3, 0.6, 0.7 };

// Counts of runs: `holds`, in which the interval of the median holds the true one; `wrong`, in
// which two equal things, each with a drift of its own, are called different.
struct tally {
    int holds, wrong;
};

static struct tally simulate(double rho, enum noise noise, int count, int runs)
{
    static double values[200], a[200], b[200];
    struct pairs_test test = pairs_test(1, 0);
    struct tally tally = { 0 };
    uint64_t state = 5;
    for (int run = 0; run < runs; run++) {
        make_series(&state, rho, noise, count, values);
        for (int i = 0; i < count; i++) {
            a[i] = 10;
            b[i] = 10 * exp(0.02 * values[i]);
        }
        tally.wrong += pairs_compare(&test, a, b, count).verdict != PAIR_NO_DIFFERENCE;
        const struct stats_interval interval = stats_summarise(b, count).interval;
        tally.holds += interval.low <= 10 && interval.high >= 10;
    }
    return tally;
}

// The least and the most of three kinds of noise, per cent, in the words of a table's cell.
struct range {
    double least, most;
};

static void widen(struct range *range, double value)
{
    range->least = fmin(range->least, value);
    range->most = fmax(range->most, value);
}

// The document says what came out here.
static void check_row(const char *name, const struct range ranges[])
{
    FILE *out = begin_printing();
    fprintf(out, "\n| %s |", name);
    for (int i = 0; i < 4; i++)
        fprintf(out, " %.1f to %.1f %% |", ranges[i].least, ranges[i].most);
    const char *row = end_printing();
    if (!strstr(file_text("docs/reference/measuring.md", NULL), row))
        fail_msg("docs/reference/measuring.md does not say: %s", row);
}

TEST(intervals_hold_where_turns_resemble_each_other)
{
    struct range holds[5], wrong[5];
    const bool is_short = getenv("HALATION_TEST_FEW") != NULL; // too few to say how often
    for (int i = 0; i < 5; i++) {
        const int count = i < 4 ? TURNS : 200, runs = is_short ? 20 : i < 4 ? 1500 : 500;
        holds[i] = wrong[i] = (struct range){ 100, 0 };
        for (enum noise noise = GAUSSIAN; noise <= DISTURBED; noise++) {
            const struct tally tally = simulate(rhos[i < 4 ? i : 3], noise, count, runs);
            widen(&holds[i], 100.0 * tally.holds / runs);
            widen(&wrong[i], 100.0 * tally.wrong / runs);
        }
        assert_true(is_short || (holds[i].least >= 93 && holds[i].most <= 97));
        assert_true(is_short || wrong[i].most <= 2);
    }
    if (is_short)
        return;
    check_row("95 % intervals of medians that hold", holds);
    check_row("equal things called different", wrong);
}

// A clock that both see, noise that each has for itself, 2 % of their ratio, and 3 % to be found.
TEST(three_per_cent_are_found_in_noise_that_lasts)
{
    const double noise = 0.02 / sqrt(2);
    for (int i = 0; i < 2; i++) {
        int found = 0;
        uint64_t chance = 9;
        struct pairs_test test = pairs_test(1, 0);
        for (int run = 0; run < RUNS; run++) {
            double clock[TURNS], own[2][TURNS], times[2][TURNS];
            make_series(&chance, 0.9, GAUSSIAN, TURNS, clock);
            for (int k = 0; k < 2; k++) {
                make_series(&chance, rhos[i], GAUSSIAN, TURNS, own[k]);
                for (int n = 0; n < TURNS; n++)
                    times[k][n] = (k + 1.03 * (1 - k)) * exp(0.05 * clock[n] + noise * own[k][n]);
            }
            found += pairs_compare(&test, times[0], times[1], TURNS).verdict == PAIR_FASTER;
        }
        assert_compare(found, >=, RUNS * 19 / 20);
    }
}

// ---- a machine that drifted

// 7.7 ms against 85.7 ms are told apart by any machine, 3 % only by one that drifted by less.
TEST(what_lies_beyond_the_drift_is_decided)
{
    static const struct {
        double ratio, drift;
        enum pair_verdict verdict;
    } cases[] = {
        { 85.7 / 7.7, 0.08, PAIR_SLOWER },   { 7.7 / 85.7, 0.08, PAIR_FASTER },
        { 1.03, 0.08, PAIR_INCONCLUSIVE },   { 1.03, 0.01, PAIR_SLOWER },
        { 1, 0.08, PAIR_INCONCLUSIVE },      { 1, 0, PAIR_NO_DIFFERENCE },
        { 11, INFINITY, PAIR_INCONCLUSIVE },
    };
    for_each(row, cases) {
        double times[2][TURNS];
        uint64_t chance = 3;
        struct pairs_test test = pairs_test(1, row->drift);
        for (int n = 0; n < TURNS; n++) {
            times[0][n] = 1 + 0.01 * normal(&chance);
            times[1][n] = row->ratio * (1 + 0.01 * normal(&chance));
        }
        const struct pair pair = pairs_compare(&test, times[0], times[1], TURNS);
        if (pair.verdict != row->verdict)
            fail_msg("%g, drift %g: %s", row->ratio, row->drift, pair_verdict_names[pair.verdict]);
    }
}

// ---- words

TEST(a_verdict_on_one_pair_needs_eight_turns)
{
    assert_int_equal(pairs_least_turns(1), PAIRS_MIN_TURNS);
    for (int pairs = 1; pairs <= 100; pairs *= 10)
        for (int more = -1; more <= 0; more++) {
            double one[32], twice[32];
            struct pairs_test test = pairs_test(pairs, 0);
            for (int i = 0; i < 32; i++)
                twice[i] = 2 * (one[i] = 1 + 0.001 * i);
            const struct pair pair =
                pairs_compare(&test, one, twice, pairs_least_turns(pairs) + more);
            assert_int_equal(pair.verdict, more < 0 ? PAIR_INCONCLUSIVE : PAIR_SLOWER);
        }
}

TEST(verdicts_are_said_in_words)
{
    for_each_case(one, "pair_verdicts.txt") {
        struct pair pair = { 0 };
        char text[160];
        int length = 0;
        assert_scanned(4, one.trimmed, "%lf from %lf to %lf, drift %lf, %n", &pair.percent,
                       &pair.low, &pair.high, &pair.drift, &length);
        while (strcmp(pair_verdict_names[pair.verdict], one.trimmed + length) != 0)
            pair.verdict++;
        pairs_describe(&pair, "A", "B", text, sizeof(text));
        assert_string_equal(text, one.expected);
    }
}
