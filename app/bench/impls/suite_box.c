// Times the box by radius, implementation and format between the passes. Alessandro Toschi, reverse
// engineering of a vendor's box blur, 2024, measured the same on 3024x4032 texels of RGBA8, ten
// times each; "he" below is the author.

#include "app/bench/impls/impls.h"
#include "effects/box/box.h"

#include <assert.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// The largest radius; the least radius of means, and of the claims that a time is the same at every
// radius.
enum { RADIUS = 63, MEAN_FROM = 10, FLAT_FROM = 4 };

// The formats between the passes.
enum { BYTES, HALVES, FLOATS, FORMATS };

static const char *const formats[FORMATS] = { "rgba8", "rgba16f", "rgba32f" };

// The radii of the table, and of --quick: most claims can be judged by these.
static const int shown[] = { 1, 4, 16, RADIUS };

enum { SHOWN = sizeof(shown) / sizeof(shown[0]) };

// ---- the variants

// Patterns of the implementations of --quick, in rgba8 and, for a few, in rgba32f: most claims can
// be judged by these, and they compile fast.
static const char *const quick_impls[] = {
    "cs_single*", "cs_double*", "cs_running x[1248]", "cs_scan", "cs_segmented", "cs_tiled", NULL,
};
static const char *const quick_floats[] = { "cs_double", "cs_running x8", "cs_scan", NULL };

// Texels that cs_running reads at once: as many as he tried.
static const int batches[] = { 1, 2, 4, 8, 12, 16, 24, 32 };

enum { BATCHES = sizeof(batches) / sizeof(batches[0]) };

static bool matches(const char *name, const char *const *patterns)
{
    while (*patterns && fnmatch(*patterns, name, 0) != 0)
        patterns++;
    return *patterns;
}

// A row of the table: an implementation, of cs_running also the number of texels that it reads at
// once, and a format between the passes.
static struct line {
    char name[32]; // "cs_running x8"
    int via;
    int at[RADIUS + 1]; // 1 + the index of the variant of each radius; 0: none
} lines[128];
static int line_count;

// Returns the line, which is appended if it is new.
static struct line *line_of(const char *name, int via)
{
    int i = 0;
    while (i < line_count && (lines[i].via != via || strcmp(lines[i].name, name) != 0))
        i++;
    assert(i < (int) (sizeof(lines) / sizeof(lines[0])));
    if (i == line_count) {
        lines[line_count++] = (struct line){ .via = via };
        strcpy(lines[i].name, name);
    }
    return &lines[i];
}

// Lists an implementation, cs_running once for each number of texels; `batch` 0: any other. A
// radius is a group: what is compared runs in turns, and few programs are held at once.
static void add_variant(struct suite_run *run, const struct effect_impl *impl, int radius, int via,
                        int batch)
{
    char name[sizeof(lines[0].name)], option[32] = "";
    snprintf(name, sizeof(name), batch > 0 ? "%s x%d" : "%s", impl->name, batch);
    const bool is_quick =
        via == BYTES ? matches(name, quick_impls) : via == FLOATS && matches(name, quick_floats);
    if (run->options->quick && !is_quick)
        return;
    if (batch > 0)
        snprintf(option, sizeof(option), ":batch=%d", batch);
    struct suite_variant *variant =
        suite_add(run, suite_size(run, 1512, 2016), FORMAT_RGBA8, "box:radius=%d:via=%s%s:impl=%s",
                  radius, formats[via], option, impl->name);
    variant->group = radius;
    variant->key = (struct suite_key){ .radius = radius, .via = via };
    line_of(name, via)->at[radius] = run->count;
}

static void list_radius(struct suite_run *run, int radius)
{
    for (int via = 0; via < FORMATS; via++)
        for (int i = 0; effect_box.impls[i]; i++) {
            const struct effect_impl *impl = effect_box.impls[i];
            const bool has_batches = strcmp(impl->name, "cs_running") == 0;
            // A single pass has no image between passes.
            if (!effect_impl_is_compute(impl) ||
                (via > 0 && strncmp(impl->name, "cs_single", 9) == 0))
                continue;
            for (int k = 0; k < (has_batches ? BATCHES : 1); k++)
                add_variant(run, impl, radius, via, has_batches ? batches[k] : 0);
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
static const struct suite_variant *variant_at(const struct suite_run *run, const struct line *line,
                                              int radius)
{
    return line->at[radius] > 0 ? &run->variants[line->at[radius] - 1] : NULL;
}

// Returns the mean over the radii from MEAN_FROM on: of the time, or of a part of it (-1: all). NAN
// if one of them did not run.
static double mean_of(const struct suite_run *run, const struct line *line, int part)
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

// Returns how many times as fast linear sampling is, at the radius with the largest gain.
static double measure_gain(const struct suite_run *run, const char *plain, const char *linear)
{
    const struct line *of = line_of(plain, BYTES), *to = line_of(linear, BYTES);
    double most = NAN;
    for (int radius = 1; radius <= RADIUS; radius++)
        most = fmax(most, suite_median(variant_at(run, of, radius)) /
                              suite_median(variant_at(run, to, radius)));
    return most;
}

// Returns per cent of the runs of x8 that beat all others of the same turn, radius and format: taps
// and other running sums, and the vendor's scheme in its own format. A tie counts as won.
static double measure_wins(const struct suite_run *run, const char *x8, const char *unused)
{
    static const char *const rivals[] = { "cs_running*", "cs_single*", "cs_double*", NULL };
    const double tie = 1.01;
    int count = 0, won = 0;
    (void) unused;
    suite_for_each(variant, run) {
        const int radius = variant->key.radius, via = variant->key.via;
        if (variant_at(run, line_of(x8, via), radius) != variant)
            continue;
        for (int turn = 0; turn < variant->count; turn++) {
            double least = NAN;
            for (int i = 0; i < line_count; i++) {
                const struct suite_variant *other = variant_at(run, &lines[i], radius);
                const bool is_rival = lines[i].via == via && matches(lines[i].name, rivals);
                const bool is_vendor = lines[i].via == FLOATS && !strcmp(lines[i].name, "cs_scan");
                if ((is_rival || is_vendor) && other && turn < other->count)
                    least = fmin(least, other->times[0][turn]);
            }
            count++;
            won += variant->times[0][turn] <= tie * least;
        }
    }
    return count > 0 ? 100.0 * won / count : NAN;
}

// Chains at one radius, and at those of a mean, which have two digits.
#define AT(RADIUS, IMPL)  "box:radius=" RADIUS ":via=rgba8:impl=" IMPL
#define MEAN(VIA, IMPL)   MEAN_OF(VIA, "impl=" IMPL)
#define MEAN_OF(VIA, WAY) "box:radius=??:via=" VIA ":" WAY
#define X(BATCH)          "batch=" BATCH ":impl=cs_running"
#define FLAT(VIA, WAY) \
    { \
        "box:radius=*:via=" VIA ":" WAY, SUITE_SPREAD, SUITE_MOST, FLAT_FROM \
    }

// Running sums by how many texels are read at once: those that he found fast, and those not.
#define FEW  X("{1,2,4,8}")
#define MANY X("{12,16,24,32}")
#define IMAGES \
    "{impl=cs_double,impl=cs_double_linear," X("1") "," X("2") "," X("4") "," X( \
        "8") ",impl=cs_segmented}"

// The order is that of his text. His "fast double pass" is cs_running here, his vendor's filter
// cs_scan via rgba32f.
static const struct suite_claim claims[] = {
    { "one pass beats two at radius 1; its share of their time", 0.59, SUITE_AT_MOST, 1,
      .of = { AT("1", "cs_single") }, .to = { AT("1", "cs_double") } },
    { "at radius 63 one pass takes tens of times as long as two", 51.6, SUITE_NEAR, 1.5,
      .of = { AT("63", "cs_single") }, .to = { AT("63", "cs_double") } },
    { "linear sampling gains more than 4 times in one pass", 4.28, SUITE_ABOVE, 4,
      .of = { "cs_single" }, .to = { "cs_single_linear" }, .measure = measure_gain },
    { "linear sampling gains up to 2 times in two passes", 2, SUITE_ABOVE, 1.6,
      .of = { "cs_double" }, .to = { "cs_double_linear" }, .measure = measure_gain },
    { "two passes hardly care about the format between; rgba32f to rgba8", NAN, SUITE_AT_MOST, 1.25,
      .of = { MEAN("rgba32f", "cs_double") }, .to = { MEAN("rgba8", "cs_double") } },
    { "the vendor's scheme takes the same at every radius; most to least", 3.4 / 3.1, SUITE_AT_MOST,
      1.25, .of = FLAT("rgba32f", "impl=cs_scan") },
    { "running sums of 1 to 8 texels take the same at every radius; most to least", 1,
      SUITE_AT_MOST, 1.25, .of = FLAT("rgba8", FEW) },
    { "each of 1, 2, 4 and 8 texels, via rgba8, beats the vendor's scheme", 3.57 / 3.18,
      SUITE_ABOVE, 1, .of = { MEAN("rgba32f", "cs_scan") },
      .to = { MEAN_OF("rgba8", FEW), .all = SUITE_MOST } },
    { "each of 2, 4 and 8 texels beats it with its own rgba32f between too", NAN, SUITE_ABOVE, 1,
      .of = { MEAN("rgba32f", "cs_scan") },
      .to = { MEAN_OF("rgba32f", X("{2,4,8}")), .all = SUITE_MOST } },
    { "x8 via rgba32f against the vendor's scheme, which has the same between", 3.25 / 3,
      SUITE_ABOVE, 1, .of = { MEAN("rgba32f", "cs_scan") }, .to = { MEAN_OF("rgba32f", X("8")) } },
    { "more than 8 texels at once are slower than fewer", 4.64 / 3.18, SUITE_ABOVE, 1,
      .of = { MEAN_OF("rgba8", MANY), .all = SUITE_LEAST },
      .to = { MEAN_OF("rgba8", FEW), .all = SUITE_MOST } },
    { "x8 wins in every run, within 1 %; per cent of runs", 100, SUITE_ABOVE, 99.9,
      .of = { "cs_running x8" }, .measure = measure_wins },
    { "x8 via rgba16f to rgba8", 1.8 / 1.3, SUITE_NEAR, 1.25, .of = { MEAN_OF("rgba16f", X("8")) },
      .to = { MEAN_OF("rgba8", X("8")) } },
    { "x8 via rgba32f to rgba8", 3 / 1.3, SUITE_NEAR, 1.25, .of = { MEAN_OF("rgba32f", X("8")) },
      .to = { MEAN_OF("rgba8", X("8")) } },
    { "rows cost as columns; the dearer to the other, of x8 and cs_double", 1, SUITE_AT_MOST, 1.25,
      .of = { MEAN_OF("rgba8", "{" X("8") ",impl=cs_double}"), SUITE_UNEVEN, SUITE_MOST } },
    { "shared memory is slower than reading the image again; the best of either", NAN, SUITE_ABOVE,
      1, .of = { MEAN("rgba8", "cs_{scan,tiled}"), .all = SUITE_LEAST },
      .to = { MEAN_OF("rgba8", IMAGES), .all = SUITE_LEAST } },
    { "fewer threads that do more beat many that do little; the best of either", NAN, SUITE_ABOVE,
      1, .of = { MEAN("rgba8", "cs_{double,double_linear,segmented}"), .all = SUITE_LEAST },
      .to = { MEAN_OF("rgba8", FEW), .all = SUITE_LEAST } },
    { "reading several texels at once pays; x1 to x8", 3.18 / 1.3, SUITE_ABOVE, 1,
      .of = { MEAN_OF("rgba8", X("1")) }, .to = { MEAN_OF("rgba8", X("8")) } },
    { 0 },
};

// ---- charts

// Adds a line, unless nothing of it ran.
static void add_line(const struct suite_run *run, json_t *chart, const char *impl, int via,
                     const char *name)
{
    json_t *series = NULL;
    for (int radius = 1; radius <= RADIUS; radius++) {
        const struct suite_variant *variant = variant_at(run, line_of(impl, via), radius);
        if (!suite_has_run(variant))
            continue;
        series = series ? series : chart_series(chart, name);
        suite_point(series, radius, &variant->time);
    }
}

static json_t *begin_chart(struct suite_run *run, enum chart_axes axes, const char *title)
{
    return chart_make(run->charts, "lines", axes, title, "radius (px)", "time (ms)");
}

// Draws the first `count` of the running sums, with the vendor's scheme.
static void draw_running(struct suite_run *run, const char *title, int count, int via)
{
    json_t *chart = begin_chart(run, CHART_LINEAR, title);
    for (int i = 0; i < count; i++) {
        char way[32];
        snprintf(way, sizeof(way), "cs_running x%d", batches[i]);
        add_line(run, chart, way, via, way);
    }
    add_line(run, chart, "cs_scan", FLOATS, "the vendor's scheme");
    chart_note(chart, "The vendor's scheme is cs_scan via rgba32f.");
}

// Draws the five charts of his article: by taps, two passes by the format between, all running
// sums, the fast ones, and those with the vendor's own format between.
static void draw(struct suite_run *run)
{
    static const char *const taps[] = { "cs_single", "cs_single_linear", "cs_double",
                                        "cs_double_linear" };
    json_t *by_taps = begin_chart(run, CHART_LOG_Y, "The box by its taps, via rgba8");
    for (int i = 0; i < 4; i++)
        add_line(run, by_taps, taps[i], BYTES, taps[i]);
    json_t *by_format = begin_chart(run, CHART_LINEAR, "Two passes, by the format between");
    for (int via = 0; via < FORMATS; via++)
        add_line(run, by_format, "cs_double", via, formats[via]);
    draw_running(run, "Running sums, via rgba8", 8, BYTES);
    draw_running(run, "Running sums of up to 8 texels, via rgba8", 4, BYTES);
    draw_running(run, "Running sums of up to 8 texels, via rgba32f", 4, FLOATS);
}

// ---- table

static const struct table_column columns[] = {
    { "via", TABLE_WORDS }, { "impl", TABLE_WORDS }, { "r 1", 3 },   { "r 4", 3 },
    { "r 16", 3 },          { "r 63", 3 },           { "mean", 3 },  { "rows", 3 },
    { "columns", 3 },       { "copies", 2 },         { "to x8", 2 }, { 0 },
};

static void add_row(struct suite_run *run, const struct line *line)
{
    struct table *table = &run->table;
    const struct suite_variant *skipped = NULL;
    int radii = SHOWN; // without the last that did not run
    for (int radius = 1; radius <= RADIUS && !skipped; radius++)
        if (line->at[radius] > 0 && !suite_has_run(variant_at(run, line, radius)))
            skipped = variant_at(run, line, radius);
    while (radii > 0 && !suite_has_run(variant_at(run, line, shown[radii - 1])))
        radii--;
    table_words(table, "%s", formats[line->via]);
    table_words(table, "%s", line->name);
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
    table_numbers(table, variant_at(run, line, 16)->in_copies,
                  mean / mean_of(run, line_of("cs_running x8", line->via), -1));
}

static void report_box(struct suite_run *run)
{
    table_init(&run->table, columns);
    for (int i = 0; i < line_count; i++)
        if (lines[i].at[shown[0]] > 0)
            add_row(run, &lines[i]);
    suite_print(run,
                "milliseconds by radius; mean, rows, columns: over radii from %d on; copies at "
                "radius 16; -o keeps every radius; the vendor's scheme is cs_scan via rgba32f",
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
