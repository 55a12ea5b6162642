// The five charts of A. Toschi's article (2024): by taps, two passes by the format between, all
// running sums, the fast ones, and those with the vendor's own format between.

#include "app/suite/impls/box_charts.h"

#include "app/suite/impls/box_times.h"

#include <stdio.h>

static struct chart *begin(struct suite_run *run, const char *title)
{
    return suite_chart(run, CHART_LINES, title, "radius (px)", "time (ms)");
}

// What did not run has no line.
static void add_line(const struct suite_run *run, struct chart *chart, const char *impl, int via,
                     const char *name)
{
    struct chart_series *series = NULL;
    for (int radius = 1; radius <= BOX_TIMES_RADIUS; radius++) {
        const struct suite_variant *variant = box_times_find(run, impl, radius, via);
        if (!suite_has_run(variant))
            continue;
        series = series ? series : chart_series(chart, "%s", name ? name : impl);
        suite_point(series, radius, &variant->time);
    }
}

static void add_vendor(const struct suite_run *run, struct chart *chart)
{
    add_line(run, chart, "cs_scan", BOX_TIMES_FLOATS, "the vendor's scheme");
    snprintf(chart->note, sizeof(chart->note), "The vendor's scheme is cs_scan via rgba32f.");
}

static const char *const running[] = {
    "cs_running_x1",  "cs_running_x2",  "cs_running_x4",  "cs_running_x8",
    "cs_running_x12", "cs_running_x16", "cs_running_x24", "cs_running_x32",
};

enum { RUNNING = sizeof(running) / sizeof(running[0]), FAST = 4 };

static void draw_running(struct suite_run *run, const char *title, int count, int via)
{
    struct chart *chart = begin(run, title);
    for (int i = 0; i < count; i++)
        add_line(run, chart, running[i], via, NULL);
    add_vendor(run, chart);
}

void box_charts_draw(struct suite_run *run)
{
    static const char *const taps[] = { "cs_single", "cs_single_linear", "cs_double",
                                        "cs_double_linear" };
    struct chart *by_taps = begin(run, "The box by its taps, via rgba8");
    by_taps->log_y = true;
    for (int i = 0; i < 4; i++)
        add_line(run, by_taps, taps[i], BOX_TIMES_BYTES, NULL);
    struct chart *by_format = begin(run, "Two passes, by the format between");
    for (int via = 0; via < BOX_TIMES_FORMATS; via++)
        add_line(run, by_format, "cs_double", via, box_times_formats[via]);
    draw_running(run, "Running sums, via rgba8", RUNNING, BOX_TIMES_BYTES);
    draw_running(run, "Running sums of up to 8 texels, via rgba8", FAST, BOX_TIMES_BYTES);
    draw_running(run, "Running sums of up to 8 texels, via rgba32f", FAST, BOX_TIMES_FLOATS);
}
