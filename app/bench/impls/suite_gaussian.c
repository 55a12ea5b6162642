// Times the Gaussian of 33 taps by all its implementations, beside what N. Lisitsa published of
// each: Compute shaders in graphics: Gaussian blur, 2022, on a GTX 1060. Only ratios can be
// compared. As he did, it holds whole frames, by the clock on the wall, against the GPU's timer.

#include "app/bench/impls/suite_gaussian.h"

#include "app/bench/impls/gaussian_claims.h"
#include "app/bench/impls/gaussian_times.h"
#include "effects/gaussian/gaussian.h"

#include <math.h>
#include <string.h>

// ---- what runs

static const struct effect_impl *impl_of(const struct suite_variant *variant)
{
    return effect_gaussian.impls[variant->key.impl];
}

static void add_variant(struct suite_run *run, int row, int impl)
{
    const struct suite_size size = suite_size(run, 1920, 1080);
    const char *group = row >= 0 ? gaussian_times_rows[row].group : NULL;
    struct suite_variant *variant =
        suite_add(run, size, FORMAT_RGBA8, "gaussian:sigma=10:radius=16%s%s:impl=%s",
                  group ? ":group=" : "", group ? group : "", effect_gaussian.impls[impl]->name);
    variant->key = (struct suite_key){ .line = row, .impl = impl };
}

static int place_of(const char *impl)
{
    int place = 0;
    while (strcmp(effect_gaussian.impls[place]->name, impl) != 0)
        place++;
    return place;
}

static bool is_published(const char *impl)
{
    const struct gaussian_times_row *row = gaussian_times_rows;
    while (row->impl && strcmp(row->impl, impl) != 0)
        row++;
    return row->impl;
}

static void list_gaussian(struct suite_run *run)
{
    const bool quick = run->options->bench.quick;
    for (int i = 0; gaussian_times_rows[i].impl; i++)
        if (!quick || gaussian_times_rows[i].quick)
            add_variant(run, i, place_of(gaussian_times_rows[i].impl));
    for (int i = 0; !quick && effect_gaussian.impls[i]; i++)
        if (!is_published(effect_gaussian.impls[i]->name))
            add_variant(run, -1, i);
}

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

static void add_row(struct suite_run *run, const struct suite_variant *variant)
{
    struct table *table = &run->table;
    const struct gaussian_times_row *row = gaussian_times_row_of(variant);
    table_words(table, "%s", impl_of(variant)->name);
    table_words(table, "%s", row && row->group ? row->group : "");
    table_number(table, row ? row->ms : NAN);
    if (!suite_has_run(variant)) {
        suite_say_skipped(run, variant);
        return;
    }
    table_number(table, suite_median(variant) / gaussian_times_median(run, "fs_separable", NULL));
    table_number(table, suite_median(variant));
    table_number(table, variant->wall);
    table_number(table, variant->copies);
}

// Says which variant's frame is the furthest from what the GPU counts.
static void say_frames(struct suite_run *run)
{
    double furthest = 0, ratio = NAN;
    const char *name = "";
    for (int i = 0; i < run->count && !run->steady.is_software; i++) {
        const struct suite_variant *variant = &run->variants[i];
        const double frames = variant->wall / suite_median(variant);
        if (fabs(log(frames)) > furthest) {
            furthest = fabs(log(frames));
            ratio = frames;
            name = variant->chain;
        }
    }
    if (!isnan(ratio))
        suite_say(run, "the frame that is furthest from its GPU time takes %.3g of it: %s%s", ratio,
                  name, suite_doubt(run, ratio));
}

// Returns the fastest of all that run as compute, or as fragment.
static const struct suite_variant *best_of(const struct suite_run *run, bool compute)
{
    const struct suite_variant *best = NULL;
    for (int i = 0; i < run->count; i++)
        if (impl_of(&run->variants[i])->compute == compute)
            best = suite_faster(best, &run->variants[i]);
    return best;
}

static void say_best(struct suite_run *run)
{
    const struct suite_variant *compute = best_of(run, true), *fragment = best_of(run, false);
    const double ratio = suite_median(compute) / suite_median(fragment);
    if (compute && fragment)
        suite_say(run, "of all %s, the best as compute, %s, takes %.3g of %s%s",
                  run->options->bench.quick ? "that --quick runs" : "there are",
                  impl_of(compute)->name, ratio, impl_of(fragment)->name, suite_doubt(run, ratio));
    if (run->options->bench.quick)
        suite_say(run, "--quick leaves out groups: the best is the best of this table");
}

static void draw(struct suite_run *run)
{
    struct chart *chart = suite_chart(run, CHART_BARS, "A Gaussian of 33 taps, to fs_separable", "",
                                      "times fs_separable");
    struct chart_series *here = chart_series(chart, "here");
    struct chart_series *published = chart_series(chart, "N. Lisitsa, GTX 1060");
    published->dashed = true;
    chart->log_y = true;
    for (int i = 0; i < run->count; i++) {
        const struct suite_variant *variant = &run->variants[i];
        const struct gaussian_times_row *row = gaussian_times_row_of(variant);
        const char *group = row && row->group ? row->group : "";
        const double ratio =
            suite_median(variant) / gaussian_times_median(run, "fs_separable", NULL);
        chart_bar(here, ratio, "%s %s", impl_of(variant)->name, group);
        if (row)
            chart_bar(published, row->ms, "%s %s", impl_of(variant)->name, group);
    }
}

static void report_gaussian(struct suite_run *run)
{
    table_init(&run->table, columns);
    for (int i = 0; i < run->count; i++)
        add_row(run, &run->variants[i]);
    suite_claims_judge(run, gaussian_claims);
    say_frames(run);
    say_best(run);
    draw(run);
}

const struct suite suite_gaussian = {
    .name = "gaussian",
    .summary = "the Gaussian of 33 taps in RGBA8 beside all that was published of it",
    .has_passes = true,
    .list = list_gaussian,
    .report = report_gaussian,
};
