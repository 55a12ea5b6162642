// Tests which bloom the suite chooses, with made-up numbers.

#include "app/bench/bloom/bloom.h"
#include "tests/fixtures/suite_fixture.h"

enum { DUAL, PYRAMID, KARIS, BELL_DUAL = 7, BELL_PYRAMID, MIPS = 12 };

static struct bloom_facts facts;
static struct options options;

static struct suite_variant *variant_of(int row)
{
    return (struct suite_variant *) bloom_variant(&run, row);
}

static void begin(void)
{
    options = (struct options){ .bench.suite = "bloom" };
    begin_suite(&suite_bloom, &options);
    facts = (struct bloom_facts){ .width = 640, .height = 360 };
    for (int row = 0; row < BLOOM_ROWS; row++) {
        set_time(variant_of(row), 2 + row);
        facts.rows[row] = (struct bloom_fact){ { 50, 49, 48 }, 2, 25, 2, 24, 1e6 };
    }
    facts.rows[KARIS].decibels[1] = 30;
    facts.rows[KARIS].flicker = 5;
    facts.rows[MIPS].shimmer = 58;
    set_time(variant_of(MIPS), 1);
}

static struct bloom_answer take(double budget)
{
    return bloom_take(&run, &facts, budget);
}

TEST(of_the_presets_look_the_fastest_that_is_near_and_calm_is_taken)
{
    assert_int_equal(take(0).taken, DUAL);
    facts.rows[DUAL].shimmer = 7; // not calm
    assert_int_equal(take(0).taken, PYRAMID);
    facts.rows[PYRAMID].decibels[2] = 39; // near in two scenes of three
    const struct bloom_answer answer = take(0);
    assert_int_equal(answer.taken, 3); // of another look
    assert_true(answer.is_fit && answer.is_affordable);
}

// Its highlights are dimmer, however near that comes.
TEST(karis_is_never_what_is_taken)
{
    facts.rows[KARIS].decibels[1] = 50;
    set_time(variant_of(KARIS), 1.5);
    assert_int_equal(take(0).taken, DUAL);
    drift_by(0.9);
    assert_int_equal(take(0).rival, PYRAMID);
}

TEST(the_sentence_has_the_chain_and_what_less_time_gives_up)
{
    bloom_report(&run, &facts);
    assert_int_equal(count_findings("take "), 1);
    says("take threshold,dual:sigma=2.2%h:scatter=0.7,composite,tonemap:curve=agx: 2 ms, 48 dB, "
         "calm; for 1 ms less mips shimmers by 58 %");
    says("karis=partial flickers by 5 % instead of 25 %, with dimmer highlights (30 dB), for 2 "
         "times the time");
    says("judged on icosahedra, harbour and firefly at 640x360");
    assert_int_equal(table_rows(&run.table), BLOOM_ROWS);
    assert_true(cell(KARIS, "worst dB") == 30);
    for (int row = 0; row < BLOOM_ROWS; row++)
        assert_int_equal(strcmp(table_cell(&run.table, row, 13)->text, "take") == 0, row == DUAL);
}

TEST(a_budget_leads_to_another_look_and_then_to_none)
{
    set_time(variant_of(BELL_DUAL), 1.5);
    ((struct bench_wish *) run.wish)->budget = 1.6;
    assert_int_equal(take(1.6).taken, BELL_DUAL);
    bloom_report(&run, &facts);
    says("within 1.6 ms nothing that is near and calm looks as the presets do");
    const struct bloom_answer over = take(0.5);
    assert_true(over.taken == BELL_DUAL && over.is_fit && !over.is_affordable);
}

TEST(what_is_over_the_budget_is_said)
{
    ((struct bench_wish *) run.wish)->budget = 0.5;
    bloom_report(&run, &facts);
    says("nothing that is near and calm is within the budget of 0.5 ms");
}

TEST(where_none_is_near_and_calm_the_nearest_is_named_with_its_fault)
{
    for (int row = 0; row < BLOOM_ROWS; row++)
        facts.rows[row].decibels[0] = row == BELL_PYRAMID ? 35 : 20;
    const struct bloom_answer answer = take(0);
    assert_true(answer.taken == BELL_PYRAMID && !answer.is_fit && answer.is_affordable);
    bloom_report(&run, &facts);
    says("35 dB, but it is 35 dB off");
}

TEST(a_drift_that_hides_the_faster_one_leaves_it_open)
{
    set_time(variant_of(PYRAMID), 2.1);
    assert_int_equal(take(0).rival, -1);
    drift_by(0.08);
    assert_int_equal(take(0).rival, PYRAMID);
    bloom_report(&run, &facts);
    says("open: pyramid:sigma=2.2%h:scatter=0.7 may be as fast, drift of 8.0 % allowed for");
    set_time(variant_of(PYRAMID), 3);
    assert_int_equal(take(0).rival, -1);
}

TEST(a_budget_within_the_drift_is_open)
{
    ((struct bench_wish *) run.wish)->budget = 2.05;
    drift_by(0.08);
    bloom_report(&run, &facts);
    says("open: whether that is within the budget of 2.05 ms, drift of 8.0 % allowed for");
}

TEST(the_front_is_of_one_look)
{
    assert_true(bloom_is_on_front(&run, &facts, DUAL));
    assert_false(bloom_is_on_front(&run, &facts, PYRAMID)); // dual is faster and as good
    assert_true(bloom_is_on_front(&run, &facts, KARIS));    // flickers less
    facts.rows[PYRAMID].shimmer = 1;
    assert_true(bloom_is_on_front(&run, &facts, PYRAMID));
    facts.rows[PYRAMID].decibels[0] = NAN;
    assert_false(bloom_is_on_front(&run, &facts, PYRAMID));
}

TEST(what_did_not_run_is_not_taken)
{
    variant_of(DUAL)->count = 0;
    strcpy(variant_of(DUAL)->left_out, "no room");
    facts.rows[DUAL] = (struct bloom_fact){ { NAN, NAN, NAN }, NAN, NAN, NAN, NAN, NAN };
    assert_int_equal(take(0).taken, PYRAMID);
    bloom_report(&run, &facts);
    assert_string_equal(table_cell(&run.table, DUAL, 1)->text, "skipped: no room");
    for (int row = 0; row < BLOOM_ROWS; row++)
        variant_of(row)->count = 0;
    assert_int_equal(take(0).taken, -1);
}

AROUND_TESTS(.before = begin, .after = end_suite)
