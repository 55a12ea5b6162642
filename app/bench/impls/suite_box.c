// Times the box by radius, implementation and format between the passes. Alessandro Toschi, reverse
// engineering of a vendor's box blur, 2024, measured the same on 3024x4032 texels of RGBA8, ten
// times each; "he" below is the author.

#include "app/bench/impls/impls.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// The largest radius, and the least of means.
enum { RADIUS = 63, MEAN_FROM = 10 };

// The radii of the table, and of --quick: most claims can be judged by these.
static const int shown[] = { 1, 4, 16, RADIUS };

enum { SHOWN = ARRAY_COUNT(shown) };

// ---- the variants

// Lines of --quick: most claims can be judged by these, and they compile fast.
static const char quick_lines[] =
    "rgba8 cs_single*|rgba8 cs_double*|rgba8 cs_running x[1248]|rgba8 cs_scan|"
    "rgba8 cs_segmented|rgba8 cs_tiled|rgba32f cs_double|rgba32f cs_running x[248]|"
    "rgba32f cs_scan";

// A row of the table, the line of keys: an implementation, of cs_running also the number of texels
// that it reads at once, and a format between the passes.
static char lines[128][48]; // "rgba8 cs_running x8"
static int line_count;

// Returns the index of the line, which is appended if it is new.
static int line_of(const char *name)
{
    int i = 0;
    while (i < line_count && strcmp(lines[i], name) != 0)
        i++;
    assert(i < (int) ARRAY_COUNT(lines));
    if (i == line_count)
        strcpy(lines[line_count++], name);
    return i;
}

// Lists an implementation, cs_running once for each number of texels; `batch` 0: any other. A
// radius is a group: what is compared runs in turns, and few programs are held at once.
static void add_variant(struct suite_run *run, const char *impl, int radius, const char *via,
                        int batch)
{
    char name[sizeof(lines[0])], texels[8] = "", option[16] = "";
    if (batch > 0) {
        snprintf(texels, sizeof(texels), " x%d", batch);
        snprintf(option, sizeof(option), ":batch=%d", batch);
    }
    snprintf(name, sizeof(name), "%s %s%s", via, impl, texels);
    if (run->options->quick && !suite_matches(name, quick_lines))
        return;
    struct suite_variant *variant =
        suite_add(run, suite_size(run, 1512, 2016), FORMAT_RGBA8, "box:radius=%d:via=%s%s:impl=%s",
                  radius, via, option, impl);
    variant->group = radius;
    variant->key = (struct suite_key){ .radius = radius, .line = line_of(name) };
}

static void list_radius(struct suite_run *run, int radius)
{
    static const char *const formats[] = { "rgba8", "rgba16f", "rgba32f" };
    static const int batches[] = { 1, 2, 4, 8, 12, 16, 24, 32 }; // as many as he tried
    for (int via = 0; via < 3; via++)
        for (int i = 0; effect_box.impls[i]; i++) {
            const char *name = effect_box.impls[i]->name;
            // A single pass has no image between passes.
            if (!effect_impl_is_compute(effect_box.impls[i]) ||
                (via > 0 && text_begins_with(name, "cs_single")))
                continue;
            if (strcmp(name, "cs_running") != 0)
                add_variant(run, name, radius, formats[via], 0);
            else
                for (int k = 0; k < 8; k++)
                    add_variant(run, name, radius, formats[via], batches[k]);
        }
}

static void list_box(struct suite_run *run)
{
    const bool quick = run->options->quick;
    line_count = 0;
    for (int i = 0; i < (quick ? SHOWN : RADIUS); i++)
        list_radius(run, quick ? shown[i] : 1 + i);
}

// ---- numbers

// Returns NULL if the radius is not listed.
static const struct suite_variant *variant_at(const struct suite_run *run, int line, int radius)
{
    return suite_find(run, (struct suite_key){ .line = line, .radius = radius });
}

// Returns the mean over the radii from MEAN_FROM on: of the time, or of a part of it (-1: all). NAN
// if one of them did not run.
static double mean_of(const struct suite_run *run, int line, int part)
{
    double sum = 0;
    int count = 0;
    for (int radius = MEAN_FROM; radius <= RADIUS; radius++) {
        const struct suite_variant *variant = variant_at(run, line, radius);
        if (!variant)
            continue;
        sum += part < 0 || !suite_has_run(variant) ? suite_median(variant) : variant->parts[part];
        count++;
    }
    return count > 0 ? sum / count : NAN;
}

// ---- the claims

// Chains at one radius; at those of a mean, which have two digits; and at all from 4 on.
#define AT(RADIUS, IMPL) "box:radius=" RADIUS ":via=rgba8:impl=" IMPL
#define MEAN(VIA, WAY)   "box:radius=??:via=" VIA ":" WAY
#define FROM_4(VIA, WAY) "box:radius=[4-9]:via=" VIA ":" WAY "|" MEAN(VIA, WAY)
#define DOUBLE           "impl=cs_double"
#define SCAN             "impl=cs_scan"
#define X(BATCH)         "batch=" BATCH ":impl=cs_running"
// Running sums by how many texels are read at once: those that he found fast, and those not.
#define FEW              X("[1248]")
#define MANY             X("??")
#define TAPS             MEAN("rgba8", DOUBLE "*") "|" MEAN("rgba8", "impl=cs_single*")
// Others that read the image again.
#define IMAGES           MEAN("rgba8", DOUBLE "*") "|" MEAN("rgba8", "impl=cs_segmented")

// The order is that of his text. His "fast double pass" is cs_running here, his vendor's filter
// cs_scan via rgba32f.
static const struct suite_claim claims[] = {
    {
        "one pass beats two at radius 1; its share of their time",
        0.59,
        SUITE_AT_MOST,
        1,
        .of = { AT("1", "cs_single") },
        .to = { AT("1", "cs_double") },
    },
    {
        "at radius 63 one pass takes tens of times as long as two",
        51.6,
        SUITE_NEAR,
        1.5,
        .of = { AT("63", "cs_single") },
        .to = { AT("63", "cs_double") },
    },
    {
        "linear sampling gains more than 4 times in one pass, at radius 63",
        4.28,
        SUITE_ABOVE,
        4,
        .of = { AT("63", "cs_single") },
        .to = { AT("63", "cs_single_linear") },
    },
    {
        "linear sampling gains up to 2 times in two passes, at radius 63",
        2,
        SUITE_ABOVE,
        1.6,
        .of = { AT("63", "cs_double") },
        .to = { AT("63", "cs_double_linear") },
    },
    {
        "two passes hardly care about the format between; rgba32f to rgba8",
        NAN,
        SUITE_AT_MOST,
        1.25,
        .of = { MEAN("rgba32f", DOUBLE) },
        .to = { MEAN("rgba8", DOUBLE) },
    },
    {
        "the vendor's scheme takes the same at every radius; most to least",
        3.4 / 3.1,
        SUITE_AT_MOST,
        1.25,
        .of = { FROM_4("rgba32f", SCAN), SUITE_SPREAD },
    },
    {
        "running sums of 1 to 8 texels take the same at every radius; most to least",
        1,
        SUITE_AT_MOST,
        1.25,
        .of = { FROM_4("rgba8", FEW), SUITE_SPREAD, .is_most = true },
    },
    {
        "each of 1, 2, 4 and 8 texels, via rgba8, beats the vendor's scheme",
        3.57 / 3.18,
        SUITE_ABOVE,
        1,
        .of = { MEAN("rgba32f", SCAN) },
        .to = { MEAN("rgba8", FEW), .is_most = true },
    },
    {
        "each of 2, 4 and 8 texels beats it with its own rgba32f between too",
        NAN,
        SUITE_ABOVE,
        1,
        .of = { MEAN("rgba32f", SCAN) },
        .to = { MEAN("rgba32f", X("[248]")), .is_most = true },
    },
    {
        "x8 via rgba32f against the vendor's scheme, which has the same between",
        3.25 / 3,
        SUITE_ABOVE,
        1,
        .of = { MEAN("rgba32f", SCAN) },
        .to = { MEAN("rgba32f", X("8")) },
    },
    {
        "more than 8 texels at once are slower than fewer",
        4.64 / 3.18,
        SUITE_ABOVE,
        1,
        .of = { MEAN("rgba8", MANY) },
        .to = { MEAN("rgba8", FEW), .is_most = true },
    },
    {
        "x8 wins against all others, within 1 %; the best of them",
        NAN,
        SUITE_ABOVE,
        0.99,
        .of = { TAPS
                "|" MEAN("rgba8", X("[!8]")) "|" MEAN("rgba8", MANY) "|" MEAN("rgba32f", SCAN) },
        .to = { MEAN("rgba8", X("8")) },
    },
    {
        "x8 via rgba16f to rgba8",
        1.8 / 1.3,
        SUITE_NEAR,
        1.25,
        .of = { MEAN("rgba16f", X("8")) },
        .to = { MEAN("rgba8", X("8")) },
    },
    {
        "x8 via rgba32f to rgba8",
        3 / 1.3,
        SUITE_NEAR,
        1.25,
        .of = { MEAN("rgba32f", X("8")) },
        .to = { MEAN("rgba8", X("8")) },
    },
    {
        "rows cost as columns; the dearer to the other, of x8 and cs_double",
        1,
        SUITE_AT_MOST,
        1.25,
        .of = { MEAN("rgba8", X("8")) "|" MEAN("rgba8", DOUBLE), SUITE_UNEVEN, .is_most = true },
    },
    {
        "shared memory is slower than reading the image again; the best of either",
        NAN,
        SUITE_ABOVE,
        1,
        .of = { MEAN("rgba8", SCAN) "|" MEAN("rgba8", "impl=cs_tiled") },
        .to = { IMAGES "|" MEAN("rgba8", FEW) },
    },
    {
        "fewer threads that do more beat many that do little; the best of either",
        NAN,
        SUITE_ABOVE,
        1,
        .of = { IMAGES },
        .to = { MEAN("rgba8", FEW) },
    },
    {
        "reading several texels at once pays; x1 to x8",
        3.18 / 1.3,
        SUITE_ABOVE,
        1,
        .of = { MEAN("rgba8", X("1")) },
        .to = { MEAN("rgba8", X("8")) },
    },
    { 0 },
};

// ---- charts and table

// Draws the charts of his article: a line for each of these lines that ran.
static void draw(struct suite_run *run)
{
    static const struct {
        const char *title, *lines;
        enum chart_axes axes;
    } charts[] = {
        { "The box by its taps, via rgba8", "rgba8 cs_single*|rgba8 cs_double*", CHART_LOG_Y },
        { "Two passes, by the format between", "* cs_double" },
        { "Running sums, via rgba8", "rgba8 cs_running *|rgba32f cs_scan" },
        { "Running sums of up to 8 texels, via rgba8", "rgba8 cs_running x?|rgba32f cs_scan" },
        { "Running sums of up to 8 texels, via rgba32f", "rgba32f cs_running x?|rgba32f cs_scan" },
    };
    for (int i = 0; i < 5; i++) {
        json_t *chart = chart_make(run->charts, "lines", charts[i].axes, charts[i].title,
                                   "radius (px)", "time (ms)");
        for (int line = 0; line < line_count; line++) {
            if (!suite_matches(lines[line], charts[i].lines))
                continue;
            json_t *series = chart_series(chart, lines[line]);
            for (int radius = 1; radius <= RADIUS; radius++) {
                const struct suite_variant *variant = variant_at(run, line, radius);
                if (suite_has_run(variant))
                    suite_point(series, radius, &variant->time);
            }
        }
    }
}

static const struct table_column columns[] = {
    { "impl", TABLE_WORDS },
    { "r 1", 3 },
    { "r 4", 3 },
    { "r 16", 3 },
    { "r 63", 3 },
    { "mean", 3 },
    { "rows", 3 },
    { "columns", 3 },
    { "copies", 2, .spare = 1 },
    { "to x8", 2 },
    { 0 },
};

static void add_row(struct suite_run *run, int line)
{
    struct table *table = &run->table;
    const struct suite_variant *skipped = NULL;
    int radii = SHOWN; // without the last that did not run
    char x8[sizeof(lines[0])];
    for (int radius = 1; radius <= RADIUS && !skipped; radius++) {
        const struct suite_variant *variant = variant_at(run, line, radius);
        skipped = variant && !suite_has_run(variant) ? variant : NULL;
    }
    while (radii > 0 && !suite_has_run(variant_at(run, line, shown[radii - 1])))
        radii--;
    table_words(table, "%s", lines[line]);
    for (int i = 0; i < radii; i++)
        table_number(table, suite_median(variant_at(run, line, shown[i])));
    if (skipped) {
        table_span(table, "skipped, radius %d: %s", skipped->key.radius,
                   suite_why_skipped(skipped));
        return;
    }
    const double mean = mean_of(run, line, -1);
    table_number(table, mean);
    for (int part = 0; part < SUITE_PARTS; part++) {
        const double time = mean_of(run, line, part);
        table_number(table, time > 0 ? time : NAN);
    }
    snprintf(x8, sizeof(x8), "%.*s cs_running x8", (int) strcspn(lines[line], " "), lines[line]);
    table_numbers(table, variant_at(run, line, 16)->in_copies,
                  mean / mean_of(run, line_of(x8), -1));
}

static void report_box(struct suite_run *run)
{
    table_init(&run->table, columns);
    for (int line = 0; line < line_count; line++)
        add_row(run, line);
    suite_print(run,
                "milliseconds by radius; mean, rows, columns: over radii from %d on; copies at "
                "radius 16; -o keeps every radius; the vendor's scheme is rgba32f cs_scan",
                MEAN_FROM);
    draw(run);
    suite_claims_judge(run, "A. Toschi (2024)", claims);
}

const struct suite suite_box = {
    .name = "box",
    .summary = "the box by radius, implementation and format between the passes",
    .parts = { "rows", "columns" },
    .list = list_box,
    .report = report_box,
};
