// Times the Gaussian of 33 taps by all its implementations, and compares the ratios of these times
// with those that N. Lisitsa published: Compute shaders in graphics: Gaussian blur, 2022, on a GTX
// 1060. It also compares whole frames by wall-clock time with the GPU's timer, as he did.

#include "app/bench/impls/impls.h"
#include "render/text/memory.h"

#include <math.h>
#include <string.h>

// The author's times at 1920x1080, 33 taps, RGBA8. His two passes take 1 ms, so his milliseconds
// are also multiples of their time.
static const struct row {
    const char *impl; // the equivalent implementation here
    const char *of;   // texels per work group: of a square, or in a line; NULL: it has no groups
    double ms;
    bool quick; // also with --quick
} rows[] = {
    { "fs_naive", NULL, 15, true },
    { "fs_separable", NULL, 1, true },
    { "fs_linear", NULL, 0.54, true },
    { "cs_naive", "4x4", 40, true },
    { "cs_naive", "4x8", 25.3 },
    { "cs_naive", "4x16", 25.7 },
    { "cs_naive", "4x32", 26 },
    { "cs_naive", "4x64", 26.5 },
    { "cs_naive", "8x8", 24.2, true },
    { "cs_naive", "8x16", 24.7 },
    { "cs_naive", "8x32", 25.2 },
    { "cs_naive", "8x64", 25.4 },
    { "cs_naive", "16x16", 25 },
    { "cs_naive", "16x32", 25.5 },
    { "cs_naive", "16x64", 26 },
    { "cs_naive", "32x32", 30.7 },
    { "cs_shared_2d", "4x4", 175 },
    { "cs_shared_2d", "8x8", 134 },
    { "cs_shared_2d", "16x16", 117, true },
    { "cs_separable", "4x4", 2.79 },
    { "cs_separable", "8x8", 1.59, true },
    { "cs_separable", "16x16", 1.66 },
    { "cs_separable", "32x32", 2.3 },
    { "cs_shared", "4", 10.8, true },
    { "cs_shared", "8", 4.5 },
    { "cs_shared", "16", 2.15 },
    { "cs_shared", "32", 1.08, true },
    { "cs_shared", "64", 1.07 },
    { "cs_shared", "128", 1.06 },
    { "cs_shared", "256", 1.06, true },
    { "cs_tile", "4x4", 75 },
    { "cs_tile", "8x8", 29, true },
    { "cs_tile", "16x16", 16, true },
    { 0 },
};

enum {
    SEPARABLE = 1, // the row that all are compared with
    ROWS = ARRAY_COUNT(rows) - 1,
};

// ---- the variants

#define CHAIN "gaussian:sigma=10:radius=16"

// A line of keys: a row, or behind these an implementation without one.
static void add_variant(struct suite_run *run, int line, const char *impl, const char *of)
{
    const char *key = !of ? "" : strchr(of, 'x') ? ":group=" : ":line=";
    suite_add(run, suite_size(run, 1920, 1080), FORMAT_RGBA8, CHAIN "%s%s:impl=%s", key,
              of ? of : "", impl)
        ->key.line = line;
}

static void list_gaussian(struct suite_run *run)
{
    const bool quick = run->options->quick;
    const struct effect_impl *const *impls = effect_gaussian.impls;
    for (int row = 0; row < ROWS; row++)
        if (!quick || rows[row].quick)
            add_variant(run, row, rows[row].impl, rows[row].of);
    for (int i = 0; !quick && impls[i]; i++) {
        bool is_published = false;
        for (int row = 0; row < ROWS; row++)
            is_published |= strcmp(rows[row].impl, impls[i]->name) == 0;
        if (!is_published)
            add_variant(run, ROWS + i, impls[i]->name, NULL);
    }
}

// ---- the claims

// His variants: those without a group, in groups of a size, and in lines.
#define PLAIN(IMPL)        CHAIN ":impl=" IMPL
#define GROUP(GROUP, IMPL) CHAIN ":group=" GROUP ":impl=" IMPL
#define LINE(LINE)         CHAIN ":line=" LINE ":impl=cs_shared"

static const struct suite_claim claims[] = {
    {
        "one pass takes 15 times two; fs_naive to fs_separable",
        15,
        SUITE_NEAR,
        1.25,
        .of = { PLAIN("fs_naive") },
        .to = { PLAIN("fs_separable") },
    },
    {
        "linear sampling nearly halves two passes; fs_separable to fs_linear",
        1 / 0.54,
        SUITE_ABOVE,
        1.48,
        .of = { PLAIN("fs_separable") },
        .to = { PLAIN("fs_linear") },
    },
    {
        "naive compute is slower than naive fragment; the best group to fs_naive",
        24.2 / 15,
        SUITE_ABOVE,
        1,
        .of = { GROUP("*", "cs_naive") },
        .to = { PLAIN("fs_naive") },
    },
    {
        "groups of 4x4 waste half of the GPU; cs_naive in 4x4 to 8x8",
        40 / 24.2,
        SUITE_ABOVE,
        1.25,
        .of = { GROUP("4x4", "cs_naive") },
        .to = { GROUP("8x8", "cs_naive") },
    },
    {
        "larger groups hardly differ; cs_naive, the dearest to the cheapest",
        30.7 / 24.2,
        SUITE_AT_MOST,
        1.3,
        .of = { GROUP("4x[!4]*", "cs_naive") "|" GROUP("[!4]*", "cs_naive"), .is_most = true },
        .to = { GROUP("*", "cs_naive") },
    },
    {
        "a shared tile makes it slower yet; the best cs_shared_2d to cs_naive",
        117 / 24.2,
        SUITE_ABOVE,
        1,
        .of = { GROUP("*", "cs_shared_2d") },
        .to = { GROUP("*", "cs_naive") },
    },
    {
        "two passes as compute take three times fs_linear; the best cs_separable",
        1.59 / 0.54,
        SUITE_NEAR,
        1.5,
        .of = { GROUP("*", "cs_separable") },
        .to = { PLAIN("fs_linear") },
    },
    {
        "sharing lines helps two passes; the best cs_separable to cs_shared",
        1.59 / 1.06,
        SUITE_ABOVE,
        1,
        .of = { GROUP("*", "cs_separable") },
        .to = { LINE("*") },
    },
    {
        "groups of 4 texels in a line waste the GPU; cs_shared, 4 to 256",
        10.8 / 1.06,
        SUITE_ABOVE,
        2,
        .of = { LINE("4") },
        .to = { LINE("256") },
    },
    {
        "from 32 texels in a line on it is all the same; cs_shared, 32 to 256",
        1.08 / 1.06,
        SUITE_NEAR,
        1.15,
        .of = { LINE("32") },
        .to = { LINE("256") },
    },
    {
        "both directions in one pass are a bad idea; the best cs_tile to cs_shared",
        16 / 1.06,
        SUITE_ABOVE,
        1,
        .of = { GROUP("*", "cs_tile") },
        .to = { LINE("*") },
    },
    {
        "compute never wins; the best of his compute to the best of his fragment",
        1.06 / 0.54,
        SUITE_ABOVE,
        1,
        .of = { GROUP("*", "*") "|" LINE("*") },
        .to = { PLAIN("fs_*") },
    },
    {
        "nor among all implementations here; the best as compute to fragment",
        NAN,
        SUITE_ABOVE,
        1,
        .of = { "*:impl=cs_*" },
        .to = { "*:impl=fs_*" },
    },
    {
        "whole frames say what the GPU's timer says; wall to timer, the furthest",
        NAN,
        SUITE_AT_MOST,
        1.25,
        .of = { "*", SUITE_WALL, .is_most = true },
    },
    { 0 },
};

// ---- table

static const struct table_column columns[] = {
    { "impl", TABLE_WORDS },
    { "group", TABLE_WORDS },
    { "published", 2 },
    { "to fs_separable", 3 },
    { "ms", 3 },
    { "frame ms", 3 },
    { "copies", 2 },
    { 0 },
};

static double to_separable(const struct suite_run *run, const struct suite_variant *variant)
{
    return suite_median(variant) /
           suite_median(suite_find(run, (struct suite_key){ .line = SEPARABLE }));
}

static void report_gaussian(struct suite_run *run)
{
    struct table *table = &run->table;
    json_t *chart = chart_make(run->charts, "bars", CHART_LOG_Y,
                               "A Gaussian of 33 taps, to fs_separable", "", "times fs_separable");
    json_t *here = chart_series(chart, "here");
    json_t *published = chart_series(chart, "N. Lisitsa, GTX 1060");
    json_object_set_new(published, "dashed", json_true());
    table_init(table, columns);
    suite_for_each(variant, run) {
        const struct row *row = &rows[variant->key.line < ROWS ? variant->key.line : ROWS];
        const char *name = suite_impl(variant)->name, *of = row->of ? row->of : "";
        table_words(table, "%s", name);
        table_words(table, "%s", of);
        table_number(table, row->impl ? row->ms : NAN);
        if (!suite_skips(run, variant))
            table_numbers(table, to_separable(run, variant), suite_median(variant), variant->wall,
                          variant->in_copies);
        chart_name(chart_point(here, NAN, to_separable(run, variant)), "%s %s", name, of);
        if (row->impl)
            chart_name(chart_point(published, NAN, row->ms), "%s %s", name, of);
    }
    if (run->options->quick)
        suite_print(run, "--quick leaves out groups: the best is the best of this table");
    suite_claims_judge(run, "N. Lisitsa (2022)", claims);
}

const struct suite suite_gaussian = {
    .name = "gaussian",
    .summary = "the Gaussian of 33 taps in RGBA8 beside all that was published of it",
    .has_passes = true,
    .list = list_gaussian,
    .report = report_gaussian,
};
