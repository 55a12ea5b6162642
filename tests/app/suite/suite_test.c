// Tests the reports of the suites with made-up times.

#include "app/bench/bench.h"
#include "app/bench/run/suite.h"
#include "app/results/document.h"
#include "effects/box/box.h"
#include "tests/fixtures/suite_fixture.h"
#include "tests/fixtures/table_fixture.h"

static void begin(const char *name, bool quick)
{
    const struct suite *suite = suites_find(name);
    assert_non_null(suite);
    begin_suite(suite, &(const struct options){ .bench = { .quick = quick, .fail_above = 15 } });
}

static double table_value(const char *name, const char *column)
{
    return cell(table_row(&run.table, 0, name), column);
}

// ---- claims

static void check_claims(const struct suite_claim *claims, const char *const requested[], int count)
{
    suite_for_each(variant, &run)
        set_time(variant, 2);
    suite_claims_judge(&run, "N. N. (2024)", claims);
    assert_int_equal(run.claims_end, count);
    for (int i = 0; i < count; i++)
        if (!text_begins_with(run.findings[i], requested[i]))
            fail_msg("%s", run.findings[i]);
}

TEST(a_claim_holds_in_its_own_direction)
{
    static const struct suite_claim claims[] = {
        { "above 1.9", 4, SUITE_ABOVE, 1.9, { "*" } },
        { "above 2", 4, SUITE_ABOVE, 2, { "*" } },
        { "at most 2", 1, SUITE_AT_MOST, 2, { "*" } },
        { "at most 1.9", 1, SUITE_AT_MOST, 1.9, { "*" } },
        { "near 2.4", 2.4, SUITE_NEAR, 1.25, { "*" } },
        { "near 1.7", 1.7, SUITE_NEAR, 1.25, { "*" } },
        { "far from 2.6", 2.6, SUITE_NEAR, 1.25, { "*" } },
        { "far from 1.5", 1.5, SUITE_NEAR, 1.25, { "*" } },
        { "nothing", NAN, SUITE_ABOVE, 1, { "nothing" } },
        { "just 2", 2, SUITE_NEAR, 1, { "*" } },
        { 0 },
    };
    static const char *const requested[] = {
        "holds here: above 1.9 (published: 4, here: 2; holds above 1.9)",
        "does not hold here: above 2 (published: 4, here: 2; holds above 2)",
        "holds here: at most 2 (published: 1, here: 2; holds at most 2)",
        "does not hold here: at most 1.9 (published: 1, here: 2; holds at most 1.9)",
        "holds here: near 2.4 (published: 2.4, here: 2; holds within a factor of 1.25)",
        "holds here: near 1.7 (published: 1.7, here: 2; holds within a factor of 1.25)",
        "does not hold here: far from 2.6 (",
        "does not hold here: far from 1.5 (",
        "not measured: nothing (published: no number, here: no number; holds above 1)",
        "holds here: just 2 (published: 2, here: 2; holds where it is equal)",
    };
    begin("box", true);
    check_claims(claims, requested, 10);
}

TEST(a_machine_that_drifted_judges_what_lies_beyond)
{
    static const struct suite_claim claims[] = {
        { "above 1", 4, SUITE_ABOVE, 1, { "*" } },
        { "above 3", 4, SUITE_ABOVE, 3, { "*" } },
        { "above 2.1", 4, SUITE_ABOVE, 2.1, { "*" } },
        { "near 2", 2, SUITE_NEAR, 1.05, { "*" } },
        { "far from 3", 3, SUITE_NEAR, 1.05, { "*" } },
        { "nothing", 4, SUITE_ABOVE, 3, { "nothing" } },
        { 0 },
    };
    static const char *const requested[] = {
        ("the machine was not steady: claims of times are judged as far as they can be, drift of "
         "8.0"),
        "holds here: above 1 ",
        "does not hold here: above 3 ",
        "open here: above 2.1 ",
        "open here: near 2 ",
        "does not hold here: far from 3 ",
        "not measured: nothing ",
    };
    begin("box", true);
    drift_by(0.08);
    check_claims(claims, requested, 7);
}

// ---- box

// A machine on which all claims hold. Of running sums, more texels at once are faster, up to 8. The
// smallest radii are cheaper, which the claims that all radii take the same time leave out.
static double agreeing_ms(const char *row, int radius, int via)
{
    const double width = 5 * (2 * radius + 1), small = radius < 4 ? 0.5 : 1;
    const bool linear = strstr(row, "linear");
    const char *batch = strstr(row, " x");
    const double doublings = batch ? log2(atoi(batch + 2)) : 0;
    if (text_begins_with(row, "cs_running"))
        return small * (doublings > 3 ? 8 + via
                        : via == 2    ? 3.3 - 0.1 * doublings
                                      : 3.2 * pow(0.74, doublings) * (1 + 0.4 * via));
    if (text_begins_with(row, "cs_double"))
        return width * (1 + 0.05 * via) / (linear ? 1.8 : 1);
    if (text_begins_with(row, "cs_single")) // wins at radius 1, and takes 50 times as long at 63
        return width * (0.6 + 0.8 * (radius - 1)) / (linear ? 4.5 : 1);
    return strcmp(row, "cs_scan") == 0 ? small * 3.5 : 5;
}

// On a machine where all is the other way round, and sums take longer the wider they are.
static double reversed_ms(const char *row, int radius, int via)
{
    if (strcmp(row, "cs_tiled") == 0)
        return 1e-4;
    if (text_begins_with(row, "cs_running") || strcmp(row, "cs_scan") == 0)
        return (20 + radius) / agreeing_ms(row, radius, via);
    return 1 / agreeing_ms(row, radius, via) * (via == 2 ? 2 : 1);
}

// Returns the name of the variant in the table.
static const char *row_of(const struct suite_variant *variant)
{
    static char row[32];
    const char *batch = strstr(variant->text, ":batch=");
    const char *impl = strstr(variant->text, ":impl=") + strlen(":impl=");
    snprintf(row, sizeof(row), batch ? "%s x%d" : "%s", impl,
             batch ? atoi(batch + strlen(":batch=")) : 0);
    return row;
}

// Begins the suite and gives each variant its time.
static void begin_box(bool quick, double (*ms)(const char *row, int radius, int via))
{
    begin("box", quick);
    for (int i = 0; i < run.count; i++) {
        struct suite_variant *variant = &run.variants[i];
        const int via =
            strstr(variant->text, "rgba32f") ? 2 : strstr(variant->text, "rgba16f") != NULL;
        const double time = ms(row_of(variant), variant->key.radius, via);
        set_time(variant, time);
        variant->parts[0] = variant->parts[1] = time / 2;
    }
}

static void assert_all_hold(const char *how, int count)
{
    for (int i = 0; i < run.finding_count; i++)
        if (strstr(run.findings[i], "; holds ") && !text_begins_with(run.findings[i], how))
            fail_msg("%s", run.findings[i]);
    assert_int_equal(count_findings(how), count);
}

TEST(all_claims_of_the_box_hold_on_a_machine_that_agrees)
{
    const double x1 = agreeing_ms("cs_running x1", 63, 0), x8 = agreeing_ms("cs_running x8", 63, 0);
    begin_box(false, agreeing_ms);
    run.suite->report(&run);
    assert_all_hold("holds here", run.claims_end - run.claims_begin);
    assert_alike(table_value("rgba8 cs_running x1", "to x8"), x1 / x8);
    assert_alike(table_value("rgba8 cs_running x8", "rows"), x8 / 2);
    assert_alike(table_value("rgba8 cs_running x8", "columns"), x8 / 2);
}

TEST(none_holds_where_all_is_the_other_way_round)
{
    begin_box(false, reversed_ms);
    for (int i = 0; i < run.count; i++)
        run.variants[i].parts[1] *= 2;
    run.suite->report(&run);
    assert_all_hold("does not hold here", run.claims_end - run.claims_begin);
}

TEST(a_quick_box_judges_most)
{
    begin_box(true, agreeing_ms);
    run.suite->report(&run);
    assert_int_equal(count_findings("does not"), 0);
    assert_int_equal(count_findings("holds here"), run.claims_end - run.claims_begin - 2);
    assert_int_equal(count_findings("not measured"), 2);
}

TEST(the_five_charts_of_the_box_are_drawn)
{
    static const int lines[] = { 4, 3, 9, 5, 5 };
    begin_box(false, agreeing_ms);
    run.suite->report(&run);
    assert_int_equal(json_array_size(run.charts), 5);
    const json_t *series = NULL;
    for (int i = 0; i < 5; i++) {
        series = json_object_get(json_array_get(run.charts, (size_t) i), "series");
        assert_int_equal(json_array_size(series), lines[i]);
        for (int k = 0; k < lines[i]; k++)
            assert_int_equal(json_array_size(points_of(series, k)), 63);
    }
    const json_t *last = json_array_get(points_of(series, 3), 62);
    assert_true(document_number(last, "y") == agreeing_ms("cs_running x8", 63, 2));
    assert_true(document_number(last, "x") == 63);
}

// ---- gaussian

// Takes as long as was published of it, which the table says.
static void fill_gaussian(bool reversed)
{
    run.suite->report(&run);
    for (int i = 0; i < run.count; i++) {
        const double published = cell(i, "published"), ms = isnan(published) ? 3 : published;
        set_time(&run.variants[i], reversed ? 1 / ms : ms);
        run.variants[i].wall = run.variants[i].time.median * (reversed ? 2 : 1.02);
    }
    table_finish(&run.table);
    json_array_clear(run.charts);
    run.finding_count = 0;
}

TEST(every_published_figure_is_beside_the_one_here)
{
    begin("gaussian", false);
    fill_gaussian(false);
    run.suite->report(&run);
    assert_int_equal(table_rows(&run.table), run.count);
    int published = 0;
    for (int row = 0; row < run.count; row++) {
        const double figure = cell(row, "published");
        assert_true(isnan(figure) || fabs(figure - cell(row, "to fs_separable")) < 1e-9);
        published += !isnan(figure);
    }
    assert_int_equal(published, 33);
    assert_true(isnan(table_value("cs_blocked", "published")));
    assert_all_hold("holds here", run.claims_end - run.claims_begin);
    assert_int_equal(json_array_size(run.charts), 1);
    const json_t *series = json_object_get(json_array_get(run.charts, 0), "series");
    assert_int_equal(json_array_size(points_of(series, 1)), 33);
}

// Half of them are of two sides that differ little.
TEST(what_a_machine_refutes_is_said)
{
    begin("gaussian", false);
    fill_gaussian(true);
    run.suite->report(&run);
    for_each_text(row, "one pass takes 15", "linear sampling", "a shared tile",
                  "compute never wins", "groups of 4x4", "whole frames")
        assert_int_equal(count_findings(formatted("does not hold here: %s", *row)), 1);
}

TEST(frames_of_a_software_renderer_say_nothing)
{
    begin("gaussian", true);
    run.steady.is_software = true;
    fill_gaussian(false);
    run.suite->report(&run);
    assert_int_equal(count_findings("not measured: whole frames"), 1);
}

// ---- what did not run

// The words that stand in the place of numbers.
static const char *rest_of(const char *name)
{
    const int row = table_row(&run.table, 0, name);
    for (int i = 0; i < run.table.column_count; i++)
        if (table_cell(&run.table, row, i)->is_span)
            return table_cell(&run.table, row, i)->text;
    return "";
}

// With what is known of it: the box's narrower radii, what N. Lisitsa published.
TEST(what_was_left_out_says_why_in_its_row)
{
    begin_box(false, agreeing_ms);
    for (int i = 0; i < run.count; i++)
        if (text_begins_with(run.variants[i].text, "box:radius=63:via=rgba8:impl=cs_single")) {
            run.variants[i].count = 0;
            strcpy(run.variants[i].left_out, "too slow");
        } else if (strcmp(row_of(&run.variants[i]), "cs_running x8") == 0)
            run.variants[i].count = 0;
    run.suite->report(&run);
    assert_string_equal(rest_of("rgba8 cs_single"), "skipped, radius 63: too slow");
    assert_compare(table_value("rgba8 cs_single", "r 16"), >, 0);
    assert_int_equal(count_findings("not measured: x8"), 4);
    assert_int_equal(count_findings("not measured: each of"), 2);
    assert_true(isnan(table_value("rgba8 cs_running x8", "r 16")));
    end_suite();
    begin("gaussian", false);
    fill_gaussian(false);
    for (int i = 0; i < run.count; i++)
        if (strstr(run.variants[i].text, "impl=cs_shared_2d")) {
            run.variants[i].count = 0;
            strcpy(run.variants[i].left_out, "gaussian:impl=cs_shared_2d does not fit: no room");
        }
    run.suite->report(&run);
    assert_string_equal(rest_of("cs_shared_2d"), "skipped: no room");
    assert_compare(table_value("cs_shared_2d", "published"), >, 1);
}

// ---- rows

// Returns the first implementation that has a row: exact ones have.
static const struct effect_impl *first_of(const struct suite_variant *variant)
{
    const struct effect_impl *const *impl = variant->chain.steps[0].effect->impls;
    while ((*impl)->error)
        impl++;
    return *impl;
}

// The first row takes `ratio` of the others', and is the one that auto takes; what runs as `auto`
// has noise of its own. The sentence has the number of the table's rows.
TEST(a_choice_that_is_not_the_best_fails)
{
    static const struct {
        double ratio, drift; // 0: it was steady
        bool fails, is_inconclusive, is_open;
    } cases[] = {
        { 0.5, 0, false, false, false },    { 1.1, 0, false, false, false },
        { 1.2, 0, true, false, false },     { 2, 0.08, true, false, false },
        { 1.2, 0.08, false, true, false },  { 1.1, 0.08, false, true, false },
        { 1.01, 0.08, false, false, true }, { 2, INFINITY, false, true, true },
    };
    for_each(one, cases) {
        begin("impls", true);
        if (one->drift > 0)
            drift_by(one->drift);
        // `auto`, before the others, takes the first.
        for (int i = 0; i < run.count; i++) {
            struct suite_variant *variant = &run.variants[i];
            const struct effect_impl *impl = suite_impl(variant), *first = first_of(variant);
            variant->impl = (impl ? impl : first)->name;
            set_time(variant, impl == first ? 2 * one->ratio : 2);
        }
        run.suite->report(&run);
        if (run.failed != one->fails || run.is_inconclusive != one->is_inconclusive)
            fail_msg("case %td: %d %d", one - cases, run.failed, run.is_inconclusive);
        int best = 0, taken = 0;
        const char *words = formatted("%.2f of the best", fmax(1, one->ratio));
        for (int row = 0; row < table_rows(&run.table); row++) {
            const char *note = table_cell(&run.table, row, 5)->text;
            const bool is_taken = strstr(note, "auto") != NULL;
            assert_true(!is_taken || fabs(cell(row, "of the best") - fmax(1, one->ratio)) < 1e-9);
            best += text_begins_with(note, "best");
            taken += is_taken;
        }
        assert_compare(taken, >, 0);
        assert_compare(best, >, 0);
        assert_int_equal(run.finding_count, 1);
        if (!strstr(run.findings[0], words) || !strstr(run.findings[0], "; open") == one->is_open ||
            !strstr(run.findings[0], "drift") != run.steady.is_steady)
            fail_msg("%s", run.findings[0]);
        end_suite();
    }
}

TEST(faster_is_of_those_that_ran)
{
    struct suite_variant quick = { .count = 0 }, slow = { .count = 0 }, same = { .count = 0 };
    const struct suite_variant never = { .count = 0 };
    set_time(&quick, 1);
    set_time(&slow, 2);
    set_time(&same, 1);
    assert_ptr_equal(suite_faster(&slow, &quick), &quick);
    assert_ptr_equal(suite_faster(&quick, &slow), &quick);
    assert_ptr_equal(suite_faster(&quick, &same), &quick);
    assert_ptr_equal(suite_faster(NULL, &slow), &slow);
    assert_ptr_equal(suite_faster(&never, &slow), &slow);
    assert_ptr_equal(suite_faster(&slow, &never), &slow);
    assert_null(suite_faster(NULL, &never));
}

AROUND_TESTS(.after = end_suite)
