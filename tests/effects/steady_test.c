// Made-up medians of canaries decide which blocks of a machine count whose clock moves.

#include "effects/stats/stats.h"
#include "tests/fixtures/cmocka.h"

static struct steady begin_steady(void)
{
    struct steady steady;
    steady_init(&steady, false);
    return steady;
}

static enum steady_verdict judge(struct steady *steady, double copy, double arithmetic, bool may)
{
    const double medians[] = { copy, arithmetic };
    return steady_judge(steady, medians, may);
}

TEST(a_quiet_machine_counts_everything)
{
    struct steady steady = begin_steady();
    for_each_of(double, copy, 1, 1.02, 0.995, 1.024, 1)
        assert_int_equal(judge(&steady, *copy, 2, true), STEADY_COUNTS);
    assert_true(steady.is_steady);
    assert_int_equal(steady.blocks, 5);
    assert_int_equal(steady.thrown_away, 0);
    assert_true(steady.canaries[STEADY_COPY].best == 0.995);
    assert_true(steady.canaries[STEADY_COPY].worst == 1.024);
}

// Either canary alone is enough: the clock of the multiprocessors moves without the memory's.
TEST(a_slow_block_is_thrown_away)
{
    for (int i = 0; i < 2; i++) {
        struct steady steady = begin_steady();
        assert_int_equal(judge(&steady, 1, 1, true), STEADY_COUNTS);
        assert_int_equal(judge(&steady, i ? 1 : 1.031, i ? 1.031 : 1, true), STEADY_AGAIN);
        assert_int_equal(judge(&steady, i ? 1 : 1.029, i ? 1.029 : 1, true), STEADY_COUNTS);
        assert_true(steady.is_steady);
        assert_int_equal(steady.blocks, 2);
        assert_int_equal(steady.thrown_away, 1);
    }
}

// It began at a low clock: what counted so far was another machine.
TEST(a_faster_block_throws_away_all_before)
{
    struct steady steady = begin_steady();
    for (int i = 0; i < 4; i++)
        assert_int_equal(judge(&steady, 2, 3, true), STEADY_COUNTS);
    assert_int_equal(judge(&steady, 2, 1, true), STEADY_FROM_START);
    assert_int_equal(steady.blocks, 0);
    assert_int_equal(steady.thrown_away, 5);
    assert_int_equal(judge(&steady, 2, 1, true), STEADY_COUNTS);
    assert_true(steady.is_steady);
}

TEST(without_patience_everything_counts_and_is_said)
{
    char text[STEADY_TEXT_SIZE];
    struct steady slow = begin_steady(), fast;
    judge(&slow, 1, 1, false);
    assert_true(slow.is_steady);
    steady_describe(&slow, text);
    assert_null(strstr(text, "NOT STEADY"));
    assert_int_equal(judge(&slow, 1, 1.2, false), STEADY_COUNTS);
    assert_int_equal(judge(&slow, 1, 1, false), STEADY_COUNTS);
    assert_false(slow.is_steady);
    steady_init(&fast, true);
    judge(&fast, 1, 1, false);
    judge(&fast, 1, 1, false);
    assert_int_equal(judge(&fast, 0.5, 1, false), STEADY_COUNTS);
    assert_false(fast.is_steady);
    steady_describe(&fast, text);
    assert_contains(text, "NOT STEADY");
    assert_contains(text, "copies moved by 100 %");
}

TEST(a_run_is_as_steady_as_its_parts)
{
    struct steady run = begin_steady(), small = run, large = run;
    judge(&small, 1, 1, true);
    judge(&small, 1.02, 1, true);
    judge(&large, 30, 1, false);
    steady_merge(&run, &large);
    steady_merge(&run, &small);
    assert_true(run.is_steady);
    assert_int_equal(run.blocks, 3);
    assert_true(run.canaries[STEADY_COPY].worst == 1.02); // the wider of the two
    judge(&large, 40, 1, false);
    steady_merge(&run, &large);
    assert_false(run.is_steady);
    assert_true(run.canaries[STEADY_COPY].worst == 40);
}

// One block, or two, agree with themselves.
TEST(few_blocks_say_nothing)
{
    char text[STEADY_TEXT_SIZE];
    struct steady steady = begin_steady();
    for (int i = 1; i <= STEADY_MIN_BLOCKS; i++) {
        judge(&steady, 1, 1, true);
        struct steady ended = steady;
        steady_end(&ended);
        assert_true(ended.is_steady == (i == STEADY_MIN_BLOCKS));
        steady_describe(&ended, text);
        assert_true(!strstr(text, "NOT KNOWN") == ended.is_steady);
        assert_true(ended.is_steady || strstr(text, "give --samples 12 or more"));
        assert_true(ended.is_steady ? steady_drift(&ended) == 0 : isinf(steady_drift(&ended)));
    }
}

// Frames without canaries tell nothing.
TEST(what_is_not_known_is_not_steady)
{
    struct steady steady = begin_steady();
    for (int i = 0; i < STEADY_MIN_BLOCKS; i++)
        judge(&steady, NAN, NAN, false);
    steady_end(&steady);
    assert_false(steady.is_steady);
    assert_true(isinf(steady_drift(&steady)));
}

// Blocks 8 % apart hide what lies within 8 %, and nothing else.
TEST(what_lies_beyond_the_drift_is_decided)
{
    struct steady steady = begin_steady();
    char text[STEADY_DRIFT_SIZE];
    for_each_of(double, block, 1, 1.02, 1.08, 1.01)
        judge(&steady, 1, *block, false);
    steady_end(&steady);
    const double drift = steady_drift(&steady);
    assert_near(drift, 0.08, 1e-9);
    steady_describe_drift(drift, text);
    assert_string_equal(text, ", drift of 8.0 % allowed for");
    const struct steady_ratio far = steady_allow((struct steady_ratio){ 11, 10.8, 11.3 }, drift);
    assert_true(far.value == 11);
    assert_near(far.low, 10, 1e-9);
    assert_near(far.high, 12.204, 1e-9);
    const struct steady_ratio near = steady_allow((struct steady_ratio){ 1.05, 1.04, 1.06 }, drift);
    assert_compare(near.low, <, 1);
    assert_compare(near.high, >, 1);
    const struct steady_ratio unknown = steady_allow(far, INFINITY);
    assert_true(unknown.low == 0 && isinf(unknown.high));
}
