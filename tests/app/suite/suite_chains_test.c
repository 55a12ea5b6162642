// Tests the report of the suite for chains of the command line, with known times.

#include "app/bench/chains/chains.h"
#include "app/results/document.h"
#include "tests/fixtures/suite_fixture.h"

enum { TURNS = 20 };

static void begin(int chains, const char *const texts[], int sweeps, const char *const values[])
{
    struct options options = { .draw.chain_count = chains, .bench.sweep_count = sweeps };
    memcpy(options.draw.chain_texts, texts, sizeof(texts[0]) * (size_t) chains);
    if (sweeps > 0)
        memcpy(options.bench.sweeps, values, sizeof(values[0]) * (size_t) sweeps);
    begin_suite(&suite_chains, &options);
}

// Times that all move together by far more than they differ.
static void set_turns(int n, double ms)
{
    struct suite_variant *variant = &run.variants[n];
    double sorted[TURNS];
    variant->times[0] = calloc(TURNS, sizeof(double));
    assert_non_null(variant->times[0]);
    variant->count = TURNS;
    for (int i = 0; i < TURNS; i++)
        sorted[i] = variant->times[0][i] = ms * (1 + 0.5 * sin(i) + 0.001 * cos(i * i + 3 * n));
    variant->time = stats_summarise(sorted, TURNS);
    variant->in_copies = 2;
    variant->submit = variant->wall = NAN;
}

TEST(each_chain_is_a_row_and_any_two_have_a_verdict)
{
    begin(3, (const char *[]){ "dual:sigma=8", "bloom", "dual:sigma=8" }, 0, NULL);
    assert_int_equal(run.count, 3);
    assert_true(run.variants[1].displays && run.variants[1].format == FORMAT_R11F_G11F_B10F);
    assert_contains(run.variants[1].text, "threshold,dual");
    set_turns(0, 1);
    set_turns(1, 1.06);
    set_turns(2, 1);
    suite_chains.report(&run);
    assert_int_equal(table_rows(&run.table), 3);
    assert_string_equal(table_cell(&run.table, 1, 0)->text, "B");
    assert_int_equal(run.pair_count, 3);
    assert_int_equal(chain_pairs_find(&run, 1, 0)->verdict, PAIR_SLOWER);
    assert_int_equal(chain_pairs_find(&run, 0, 2)->verdict, PAIR_NO_DIFFERENCE);
    says("B is 6.0 % +- 0.2 % slower than A");
    says("no difference seen between A and C");
    says("all of them together hold with 99 %");
    assert_false(run.is_inconclusive);
    assert_int_equal(json_array_size(run.charts), 0);
}

// Twice the time is seen on a machine that moved by 8 %, 3 % are not: then the run is open.
TEST(a_machine_that_drifted_decides_what_lies_beyond)
{
    for (int third = 0; third < 2; third++) {
        begin(2 + third, (const char *[]){ "dual", "kawase", "bloom" }, 0, NULL);
        drift_by(0.08);
        for (int i = 0; i < 2 + third; i++)
            set_turns(i, (const double[]){ 1, 2.01, 1.03 }[i]);
        suite_chains.report(&run);
        says("B takes 2.01 times as long as A (1.86 to 2.17, drift of 8.0 % allowed for)");
        assert_int_equal(run.pairs[0].verdict, PAIR_SLOWER);
        assert_true(run.is_inconclusive == third);
        if (third)
            says("open: C takes between 4.");
        end_suite();
    }
}

TEST(curves_cross_where_their_times_do)
{
    begin(3, (const char *[]){ "gaussian", "dual", "encode" }, 1,
          (const char *[]){ "sigma=1..8:4" });
    assert_int_equal(run.count, 9);
    for (int i = 0; i < 4; i++) {
        set_turns(i, pow(2, i)); // 1 2 4 8
        set_turns(4 + i, 3);
    }
    set_turns(8, 9);
    suite_chains.report(&run);
    says("A is faster up to sigma=2, B from sigma=4 on: even near 3");
    says("C is slower than A at 4 of 4 values of sigma");
    const json_t *chart = json_array_get(run.charts, 0), *series = json_object_get(chart, "series");
    assert_string_equal(document_text(chart, "kind"), "lines");
    assert_string_equal(document_text(chart, "note"), "A: gaussian; B: dual; C: encode");
    assert_true(json_is_true(json_object_get(chart, "log_x")));
    assert_int_equal(json_array_size(series), 3);
    assert_string_equal(document_text(json_array_get(series, 1), "name"), "B");
    const json_t *last = json_array_get(points_of(series, 0), 3);
    assert_true(document_number(last, "x") == 8);
    assert_near(document_number(last, "y") / 8, 1, 0.3);
    assert_true(json_is_true(json_object_get(json_array_get(series, 2), "dashed")));
    assert_int_equal(json_array_size(points_of(series, 2)), 4);
}

// More pairs than anybody reads: each with the fastest of its size and format.
TEST(many_chains_are_compared_with_the_fastest)
{
    begin(1, (const char *[]){ "dual" }, 2,
          (const char *[]){ "format=rgba8,rgba16f", "dual.sigma=5,4,3,2" });
    for (int i = 0; i < 8; i++)
        set_turns(i, i % 4 == 2 ? 1 : 1.5);
    suite_chains.report(&run);
    assert_int_equal(run.pair_count, 12);
    says("rgba8 sigma=3 is 33.3 % +- ");
    says("rgba16f sigma=2 is 50.0 % +- ");
    assert_int_equal(run.finding_count, 2 * 3 + 1);
}

// Variants of different sizes never run in the same turn.
TEST(sizes_have_pairs_of_their_own)
{
    begin(2, (const char *[]){ "gaussian", "dual" }, 2,
          (const char *[]){ "size=90p,180p", "format=rgba8,rgba32f" });
    assert_int_equal(run.count, 8);
    assert_int_equal(run.variants[3].width, 320);
    assert_int_equal(run.variants[3].format, FORMAT_RGBA32F);
    for (int i = 0; i < 8; i++)
        set_turns(i, 1 + i);
    run.variants[7].count = 0;
    strcpy(run.variants[7].left_out, "dual:impl=cs_blocked does not fit: no room");
    suite_chains.report(&run);
    assert_int_equal(run.pair_count, 3);
    assert_null(chain_pairs_find(&run, 0, 1));
    assert_non_null(chain_pairs_find(&run, 0, 4));
    assert_null(chain_pairs_find(&run, 3, 7));
    assert_int_equal(table_rows(&run.table), 8);
    assert_string_equal(table_cell(&run.table, 7, 1)->text, "skipped: no room");
}

AROUND_TESTS(.after = end_suite)
