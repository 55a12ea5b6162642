// Times the box by radius, implementation and format between the passes: the experiment of
// Alessandro Toschi, reverse engineering of a vendor's box blur, 2024, who measured 3024x4032
// texels of RGBA8 ten times each. Lines below the table say which of his claims hold here.
#include "app/bench/impls/suite_box.h"

#include "app/bench/impls/box_claims.h"
#include "app/bench/impls/box_times.h"
#include "app/bench/run/suite_tools.h"
#include "effects/box/box.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- box charts

// The five charts of A. Toschi's article (2024): by taps, two passes by the format between, all
// running sums, the fast ones, and those with the vendor's own format between.

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

// Draws the five charts of the experiment.
static void box_charts_draw(struct suite_run *run)
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

// ---- what runs

// The implementations of --quick, in rgba8 and, of a few, in rgba32f: what it takes to judge most
// claims, and compiles fast.
static const char *const quick_impls[] = {
    "cs_single",     "cs_single_linear", "cs_double",     "cs_double_linear",
    "cs_running_x1", "cs_running_x2",    "cs_running_x4", "cs_running_x8",
    "cs_scan",       "cs_segmented",     "cs_tiled",      NULL,
};
static const char *const quick_floats[] = { "cs_double", "cs_running_x8", "cs_scan", NULL };

static bool is_among(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

// A single pass has no image between passes.
static bool takes_impl(const struct suite_run *run, const struct effect_impl *impl, int via)
{
    if (!impl->compute || (via > 0 && strncmp(impl->name, "cs_single", 9) == 0))
        return false;
    return !run->options->bench.quick ||
           (via == BOX_TIMES_BYTES    ? is_among(impl->name, quick_impls)
            : via == BOX_TIMES_FLOATS ? is_among(impl->name, quick_floats)
                                      : false);
}

// A radius is a group: what is compared runs in turns, and few programs are held at once.
static void list_radius(struct suite_run *run, int radius)
{
    const struct suite_size size = suite_size(run, 1512, 2016);
    for (int via = 0; via < BOX_TIMES_FORMATS; via++)
        for (int i = 0; effect_box.impls[i]; i++) {
            const struct effect_impl *impl = effect_box.impls[i];
            if (!takes_impl(run, impl, via))
                continue;
            struct suite_variant *variant =
                suite_add(run, size, FORMAT_RGBA8, "box:radius=%d:via=%s:impl=%s", radius,
                          box_times_formats[via], impl->name);
            variant->group = radius;
            variant->key = (struct suite_key){ .impl = i, .radius = radius, .via = via };
        }
}

static void list_box(struct suite_run *run)
{
    for (int radius = 1; radius <= BOX_TIMES_RADIUS; radius++)
        if (box_times_takes_radius(run, radius))
            list_radius(run, radius);
}

// ---- table

static const int shown[] = { 1, 4, 16, 63 };

enum { SHOWN = sizeof(shown) / sizeof(shown[0]) };

static const struct table_column columns[] = {
    { "via", TABLE_WORDS }, { "impl", TABLE_WORDS }, { "r 1", 3 },   { "r 4", 3 },
    { "r 16", 3 },          { "r 63", 3 },           { "mean", 3 },  { "rows", 3 },
    { "columns", 3 },       { "copies", 2 },         { "to x8", 2 }, { 0 },
};

// Returns the first radius that did not run; NULL: all of them did.
static const struct suite_variant *find_skipped(const struct suite_run *run, const char *impl,
                                                int via)
{
    for (int radius = 1; radius <= BOX_TIMES_RADIUS; radius++) {
        const struct suite_variant *variant = box_times_find(run, impl, radius, via);
        if (variant && !suite_has_run(variant))
            return variant;
    }
    return NULL;
}

// Adds the times of the shown radii, the last that did not run left out.
static void add_radii(struct suite_run *run, const char *impl, int via)
{
    int count = SHOWN;
    while (count > 0 && !suite_has_run(box_times_find(run, impl, shown[count - 1], via)))
        count--;
    for (int i = 0; i < count; i++)
        table_number(&run->table, box_times_median(run, impl, shown[i], via));
}

static void add_box(struct suite_run *run, const char *impl, int via)
{
    struct table *table = &run->table;
    const double mean = box_times_mean(run, impl, via, -1);
    const struct suite_variant *wide = box_times_find(run, impl, 16, via);
    const struct suite_variant *skipped = find_skipped(run, impl, via);
    table_words(table, "%s", box_times_formats[via]);
    table_words(table, "%s", impl);
    add_radii(run, impl, via);
    if (skipped) {
        table_rest(table, "skipped, radius %d: %s", skipped->key.radius,
                   suite_why_skipped(skipped));
        return;
    }
    table_number(table, mean);
    for (int part = 0; part < SUITE_PARTS; part++) {
        const double time = box_times_mean(run, impl, via, part);
        table_number(table, time > 0 ? time : NAN);
    }
    table_number(table, suite_has_run(wide) ? wide->copies : NAN);
    table_number(table, mean / box_times_mean(run, "cs_running_x8", via, -1));
}

static void report_box(struct suite_run *run)
{
    table_init(&run->table, columns);
    for (int via = 0; via < BOX_TIMES_FORMATS; via++)
        for (int i = 0; effect_box.impls[i]; i++)
            if (box_times_find(run, effect_box.impls[i]->name, shown[0], via))
                add_box(run, effect_box.impls[i]->name, via);
    suite_say(run,
              "milliseconds by radius; mean, rows, columns: over radii from %d on; copies at "
              "radius 16; --results keeps every radius; the vendor's scheme is cs_scan via rgba32f",
              BOX_TIMES_MEAN_FROM);
    suite_claims_judge(run, box_claims);
    box_charts_draw(run);
}

const struct suite suite_box = {
    .name = "box",
    .summary = "the box by radius, implementation and format between the passes",
    .parts = { "rows", "columns" },
    .list = list_box,
    .report = report_box,
};
