#include "app/results/chart.h"
#include "tests/fixtures/cmocka.h"

#include <math.h>
#include <string.h>

static void series_stay_where_they_are_while_others_grow(void **state)
{
    (void) state;
    struct chart chart;
    chart_init(&chart, CHART_LINES, "boxes", "radius", "time (ms)");
    struct chart_series *first = chart_series(&chart, "x%d", 8), *series[40];
    for (int i = 0; i < 40; i++)
        series[i] = chart_series(&chart, "more %d", i);
    for (int i = 0; i < 1000; i++) {
        chart_point(first, i, 2.0 * i);
        chart_point(series[i % 40], i, i);
    }
    assert_int_equal(chart.count, 41);
    assert_ptr_equal(chart.series[0], first);
    assert_string_equal(first->name, "x8");
    assert_int_equal(first->count, 1000);
    assert_true(first->points[999].x == 999 && first->points[999].y == 1998);
    assert_true(isnan(first->points[999].low) && isnan(first->points[999].high));
    assert_true(series[39]->points[24].x == 999);
    chart_finish(&chart);
    assert_int_equal(chart.count, 0);
}

static void bars_have_names_and_no_place(void **state)
{
    (void) state;
    struct chart chart;
    chart_init(&chart, CHART_BARS, "blurs", "", "time (ms)");
    struct chart_series *series = chart_series(&chart, "%s", "rgba16f");
    struct chart_point *point = chart_bar(series, 1.5, "%s %d", "dual", 16);
    point->low = 1;
    chart_point(series, 1, 2);
    chart_name_point(series, "%d %%", 3);
    assert_false(series->joined);
    assert_true(isnan(series->points[0].x) && series->points[0].low == 1);
    assert_string_equal(series->points[0].name, "dual 16");
    assert_string_equal(series->points[1].name, "3 %");
    chart_finish(&chart);
}

static void long_names_are_cut(void **state)
{
    (void) state;
    struct chart chart;
    char text[400];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    chart_init(&chart, CHART_POINTS, text, text, text);
    chart_bar(chart_series(&chart, "%s", text), 1, "%s", text);
    assert_int_equal(strlen(chart.title), CHART_TEXT_SIZE - 1);
    assert_int_equal(strlen(chart.series[0]->name), CHART_NAME_SIZE - 1);
    assert_int_equal(strlen(chart.series[0]->points[0].name), CHART_NAME_SIZE - 1);
    chart_finish(&chart);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(series_stay_where_they_are_while_others_grow),
        cmocka_unit_test(bars_have_names_and_no_place),
        cmocka_unit_test(long_names_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
