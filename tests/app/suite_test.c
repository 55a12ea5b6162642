// What the suites say of numbers that are known: those that were published.

#include "app/suite/suites.h"
#include "effects/box/box.h"
#include "effects/gaussian/gaussian.h"
#include "tests/fixtures/sheet_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What cmocka wants to see before its own header.
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
// clang-format on

static struct suite_run run;

static void begin(const char *name, bool quick)
{
    static struct options options;
    options = (struct options){ .suite = name, .quick = quick, .fail_above = 15 };
    run = (struct suite_run){ .suite = suites_find(name), .options = &options, .rounds = 1 };
    assert_non_null(run.suite);
    run.suite->list(&run);
    assert_true(run.count > 0);
}

static int end(void **state)
{
    (void) state;
    if (run.sheet.columns)
        sheet_check_width(&run.sheet);
    free(run.variants);
    sheet_finish(&run.sheet);
    run = (struct suite_run){ 0 };
    return 0;
}

static void set_time(struct suite_variant *variant, double ms)
{
    double times[] = { ms };
    variant->count = 1;
    variant->time = stats_summarise(times, 1);
    variant->parts[0] = ms / 4;
    variant->parts[1] = 3 * ms / 4;
    variant->copies = ms;
}

static int count_findings(const char *words)
{
    int count = 0;
    for (int i = 0; i < run.finding_count; i++)
        count += strncmp(run.findings[i], words, strlen(words)) == 0;
    return count;
}

static double cell(int row, const char *column)
{
    for (int i = 0; i < run.sheet.column_count; i++)
        if (strcmp(run.sheet.columns[i].name, column) == 0)
            return sheet_cell(&run.sheet, row, i)->number;
    fail_msg("no column '%s'", column);
    return 0;
}

static double sheet_value(const char *name, int place, const char *column)
{
    for (int row = 0; row < sheet_rows(&run.sheet); row++)
        if (strcmp(sheet_cell(&run.sheet, row, place)->text, name) == 0)
            return cell(row, column);
    fail_msg("no row '%s'", name);
    return 0;
}

// ---- box

static bool is_linear(const char *row)
{
    return strstr(row, "linear") != NULL;
}

// Milliseconds at 3024x4032, as published for radii from 10 on; `cs_double` is not among them.
static double toschi_ms(const char *row, int radius)
{
    static const struct {
        const char *row;
        double ms;
    } known[] = {
        { "cs_running_x1", 3.18 },  { "cs_running_x2", 2.32 },  { "cs_running_x4", 1.71 },
        { "cs_running_x8", 1.30 },  { "cs_running_x12", 4.64 }, { "cs_running_x16", 8.33 },
        { "cs_running_x24", 8.19 }, { "cs_running_x32", 7.95 }, { "cs_scan", 3.57 },
    };
    for (int i = 0; i < (int) (sizeof(known) / sizeof(known[0])); i++)
        if (strcmp(row, known[i].row) == 0)
            return known[i].ms;
    const double width = 2 * radius + 1;
    if (strncmp(row, "cs_double", 9) == 0)
        return is_linear(row) ? width / 1.6 : width;
    if (strncmp(row, "cs_single", 9) == 0) // 0.59 of two passes at radius 1, 51.6 at 63
        return width * (0.59 + (radius - 1) * (51.6 - 0.59) / 62) / (is_linear(row) ? 4 : 1);
    return 2;
}

static void fill_box(double (*ms)(const char *row, int radius))
{
    static const double formats[] = { 1, 1.4, 2.4 };
    for (int i = 0; i < run.count; i++) {
        const int *keys = run.variants[i].keys;
        set_time(&run.variants[i], ms(effect_box.impls[keys[0]]->name, keys[1]) * formats[keys[2]]);
    }
}

static void what_was_published_of_the_box_holds_for_its_own_numbers(void **state)
{
    (void) state;
    begin("box", false);
    fill_box(toschi_ms);
    run.suite->report(&run);
    for (int i = 0; i < run.finding_count; i++)
        if (strncmp(run.findings[i], "does not", 8) == 0 ||
            strncmp(run.findings[i], "not m", 5) == 0)
            fail_msg("%s", run.findings[i]);
    assert_int_equal(count_findings("holds"), 10);
    assert_true(fabs(sheet_value("cs_running_x1", 1, "to x8") - 3.18 / 1.30) < 1e-9);
    assert_true(fabs(sheet_value("cs_running_x8", 1, "rows") - 1.30 / 4) < 1e-9);
    assert_true(fabs(sheet_value("cs_running_x8", 1, "columns") - 3 * 1.30 / 4) < 1e-9);
}

// A machine on which all is the other way round.
static double reversed_ms(const char *row, int radius)
{
    return 1 / toschi_ms(row, radius);
}

static void what_does_not_hold_is_said(void **state)
{
    (void) state;
    begin("box", false);
    fill_box(reversed_ms);
    run.suite->report(&run);
    assert_int_equal(count_findings("does not hold: x8 is the best"), 1);
    assert_int_equal(count_findings("does not hold: x8 beats"), 1);
    assert_int_equal(count_findings("does not hold: one pass"), 2);
}

// One row of sums that takes longer the wider it is; narrower than 4 it may.
static double rising_ms(const char *row, int radius)
{
    return strcmp(row, "cs_running_x4") == 0 ? 100 + radius / 2.0 : radius < 4 ? 10 : 1;
}

static void a_row_of_sums_that_rises_with_the_radius_is_said(void **state)
{
    (void) state;
    begin("box", false);
    fill_box(rising_ms);
    run.suite->report(&run);
    assert_int_equal(count_findings("holds: running and segmented rows take the same"), 1);
    sheet_finish(&run.sheet);
    fill_box(toschi_ms);
    for (int i = 0; i < run.count; i++)
        if (run.variants[i].keys[1] == 40)
            set_time(&run.variants[i], 40);
    run.finding_count = 0;
    run.suite->report(&run);
    assert_int_equal(count_findings("does not hold: running and segmented rows take"), 1);
}

static void what_was_left_out_is_not_measured(void **state)
{
    (void) state;
    begin("box", true);
    fill_box(toschi_ms);
    for (int i = 0; i < run.count; i++)
        if (strcmp(effect_box.impls[run.variants[i].keys[0]]->name, "cs_running_x8") == 0)
            run.variants[i].count = 0;
    run.suite->report(&run);
    assert_int_equal(count_findings("not measured: x8"), 4);
    assert_true(isnan(sheet_value("cs_running_x8", 1, "r 16")));
}

// ---- gaussian

static void ratios_stand_beside_the_published(void **state)
{
    (void) state;
    begin("gaussian", false);
    for (int i = 0; i < run.count; i++) {
        const struct effect_impl *impl = effect_gaussian.impls[run.variants[i].keys[0]];
        set_time(&run.variants[i], strcmp(impl->name, "fs_separable") == 0 ? 2
                                   : impl->compute                         ? 8
                                                                           : 6);
    }
    run.suite->report(&run);
    assert_int_equal(sheet_rows(&run.sheet), run.count);
    assert_true(sheet_value("fs_separable", 0, "to fs_separable") == 1);
    assert_true(sheet_value("fs_naive", 0, "to fs_separable") == 3);
    assert_true(sheet_value("fs_naive", 0, "published") == 15);
    assert_true(sheet_value("cs_shared_64", 0, "published") == 1.07);
    assert_int_equal(count_findings("the best as compute"), 1);
    assert_non_null(strstr(run.findings[0], "does not win here either"));
}

// ---- rows

static void name_rows(void)
{
    for (int i = 0; i < run.count; i++) {
        struct suite_variant *variant = &run.variants[i];
        const struct effect_impl *const *impls = effects[variant->keys[0]]->impls;
        variant->impl = impls[variant->keys[2] >= 0 ? variant->keys[2] : 0]->name;
    }
}

// The first row takes `first` of the others', and is the one that auto takes.
static void report_rows(double first)
{
    begin("impls", true);
    name_rows();
    for (int i = 0; i < run.count; i++)
        set_time(&run.variants[i], run.variants[i].keys[2] > 0 ? 2 : 2 * first);
    run.suite->report(&run);
}

static void a_choice_that_is_not_the_best_fails(void **state)
{
    (void) state;
    report_rows(0.5);
    assert_false(run.failed);
    assert_int_equal(count_findings("at most 1.000"), 1);
    end(state);
    report_rows(1.1);
    assert_false(run.failed);
    assert_int_equal(count_findings("at most 1.100"), 1);
    end(state);
    report_rows(1.2);
    assert_true(run.failed);
    int best = 0;
    for (int row = 0; row < sheet_rows(&run.sheet); row++)
        best += strncmp(sheet_cell(&run.sheet, row, 5)->text, "best", 4) == 0;
    assert_int_equal(best, run.finding_count - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_was_published_of_the_box_holds_for_its_own_numbers, end),
        cmocka_unit_test_teardown(what_does_not_hold_is_said, end),
        cmocka_unit_test_teardown(a_row_of_sums_that_rises_with_the_radius_is_said, end),
        cmocka_unit_test_teardown(what_was_left_out_is_not_measured, end),
        cmocka_unit_test_teardown(ratios_stand_beside_the_published, end),
        cmocka_unit_test_teardown(a_choice_that_is_not_the_best_fails, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
