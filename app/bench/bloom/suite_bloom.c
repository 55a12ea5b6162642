// Times blurs of one width beside each other: app/bench/bloom/bloom.h says whose experiment it is.

#include "app/bench/bloom/bloom.h"

#include <math.h>
#include <stdio.h>

// ---- what runs

#define PASSES       .impls = { "fs_passes", "cs_passes", "auto" }
#define TAPS(DOUBLE) .impls = { "fs_" DOUBLE "linear", "cs_" DOUBLE "linear", "auto" }

const struct bloom_line bloom_lines[BLOOM_BLURS] = {
    [BLOOM_LINEAR] = { "linear, 97 taps", "gaussian:sigma=16:reach=3", TAPS("") },
    [BLOOM_PYRAMID] = { "5x5 pyramid", "pyramid:sigma=16:kernel=gauss5", PASSES },
    [BLOOM_KAWASE] = { "Kawase", "kawase:sigma=16:scale=full:passes=9", PASSES },
    [BLOOM_DUAL] = { "dual", "dual:sigma=16", PASSES },
    [BLOOM_BOX] = { "box", "box:sigma=16", TAPS("double_") },
    [BLOOM_MIPS] = { "mips", "mips:sigma=16", PASSES },
    [BLOOM_KAWASE_HALF] = { "Kawase at 1/2", "kawase:sigma=16:scale=half", PASSES },
    [BLOOM_KAWASE_QUARTER] = { "Kawase at 1/4", "kawase:sigma=16:scale=quarter", PASSES,
                               .is_long = true },
    [BLOOM_GAUSSIAN_SMALLER] = { "Gaussian, smaller", "gaussian:sigma=16:reach=3",
                                 .impls = { NULL, "cs_multiresolution" } },
};

const struct suite_variant *bloom_lines_variant(const struct suite_run *run, enum bloom_blur blur,
                                                enum bloom_form form)
{
    return suite_find(run, (struct suite_key){ .line = (int) blur, .form = (int) form });
}

// Passes as compute move the bytes that they move as fragment, so --quick leaves them out.
static bool takes(const struct suite_run *run, enum bloom_blur blur, enum bloom_form form)
{
    const struct bloom_line *line = &bloom_lines[blur];
    const bool has_other = form == BLOOM_COMPUTE && line->impls[BLOOM_FRAGMENT];
    return line->impls[form] && !(run->wish->quick && (line->is_long || has_other));
}

static void list_bloom(struct suite_run *run)
{
    const struct suite_size size = suite_size(run, 1920, 1080);
    for (enum bloom_blur blur = 0; blur < BLOOM_BLURS; blur++)
        for (enum bloom_form form = 0; form < BLOOM_FORMS; form++) {
            const struct bloom_line *line = &bloom_lines[blur];
            if (!takes(run, blur, form))
                continue;
            struct suite_variant *variant =
                suite_add(run, size, FORMAT_RGBA16F, "%s:impl=%s", line->chain, line->impls[form]);
            variant->key = (struct suite_key){ .line = (int) blur, .form = (int) form };
            variant->label = line->name;
        }
}

// ---- the claims

static const struct bloom_facts *facts_of(const struct suite_run *run)
{
    return run->known;
}

// Numbers of a variant: bytes that its taps ask for, and the least that its passes must move.
static double count_taps(const struct suite_run *run, const struct suite_variant *variant)
{
    return facts_of(run)->taps[variant->key.line][variant->key.form];
}

static double count_bytes(const struct suite_run *run, const struct suite_variant *variant)
{
    (void) run;
    return (double) gpu_traffic_sum(variant->traffic);
}

static double count_passes(const struct suite_run *run, const struct suite_variant *variant)
{
    (void) run;
    return variant->dispatches;
}

static double shimmer_of(const struct suite_run *run, const struct suite_variant *variant)
{
    return facts_of(run)->blurs[variant->key.line].shimmer;
}

// A linear blur pairs its taps; this one reads each of the 97, along rows and columns.
static double measure_unpaired(const struct suite_run *run, const char *unused, const char *neither)
{
    enum { READS_AND_STORES = 2 * (97 + 1) };
    const struct suite_variant *variant = bloom_lines_variant(run, BLOOM_DUAL, BLOOM_FRAGMENT);
    (void) unused;
    (void) neither;
    if (!suite_has_run(variant))
        return NAN;
    const double texels = (double) variant->width * variant->height;
    return 100 * count_taps(run, variant) /
           (READS_AND_STORES * texels * texture_format_texel_bytes(variant->format));
}

static double measure_decibels(const struct suite_run *run, const char *unused, const char *neither)
{
    (void) unused;
    (void) neither;
    return bloom_facts_decibels(facts_of(run), BLOOM_KAWASE) -
           bloom_facts_decibels(facts_of(run), BLOOM_DUAL);
}

#define DUAL(IMPL)   "dual:sigma=16:impl=" IMPL
#define LINEAR(IMPL) "gaussian:sigma=16:reach=3:impl=" IMPL
#define KAWASE(IMPL) "kawase:sigma=16:scale=full:passes=9:impl=" IMPL
#define COUNTED      .is_timeless = true, .is_percent = true

// His bytes are counters of one GPU with a small cache, so what a tap asks for and the least that
// passes must move stand on either side of them. His PSNR is of one screen of a game: Kawase
// 50.0 dB, dual 49.8 dB. What is calm and what flickers he shows without numbers.
static const struct suite_claim claims[] = {
    { "dual takes 7 % of the linear blur's bytes, by what taps ask for", 7, SUITE_NEAR, 1.25,
      .of = { DUAL("fs_passes") }, .to = { LINEAR("fs_linear") }, .number = count_taps, COUNTED },
    { "dual takes 7 % of the linear blur's bytes, by the least that passes move", 7, SUITE_NEAR,
      1.25, .of = { DUAL("fs_passes") }, .to = { LINEAR("fs_linear") }, .number = count_bytes,
      COUNTED },
    { "dual takes 7 % of the bytes that 97 taps ask for which are not paired", 7, SUITE_NEAR, 1.25,
      .measure = measure_unpaired, COUNTED },
    { "dual takes under half of Kawase's bytes, by what taps ask for, %", 50, SUITE_AT_MOST, 50,
      .of = { DUAL("fs_passes") }, .to = { KAWASE("fs_passes") }, .number = count_taps, COUNTED },
    { "dual takes under half of Kawase's bytes, by the least that passes move, %", 50,
      SUITE_AT_MOST, 50, .of = { DUAL("fs_passes") }, .to = { KAWASE("fs_passes") },
      .number = count_bytes, COUNTED },
    { "dual is faster than the linear blur, pass by pass as fragment, % of its time", NAN,
      SUITE_AT_MOST, 97, .of = { DUAL("fs_passes") }, .to = { LINEAR("fs_linear") },
      .is_percent = true },
    { "dual is faster than Kawase, pass by pass as fragment, % of its time", NAN, SUITE_AT_MOST, 97,
      .of = { DUAL("fs_passes") }, .to = { KAWASE("fs_passes") }, .is_percent = true },
    { "dual is faster than the linear blur, each at its best here, % of its time", NAN,
      SUITE_AT_MOST, 97, .of = { DUAL("auto") }, .to = { LINEAR("auto") }, .is_percent = true },
    { "dual is faster than Kawase, each at its best here, % of its time", NAN, SUITE_AT_MOST, 97,
      .of = { DUAL("auto") }, .to = { KAWASE("auto") }, .is_percent = true },
    { "dual is slightly less near to the Gaussian than Kawase, dB, mean of three scenes", 0.2,
      SUITE_NEAR, 5, .measure = measure_decibels, .is_timeless = true },
    { "the 5x5 pyramid of that width switches targets 16 times", 16, SUITE_NEAR, 1,
      .of = { "pyramid:sigma=16:kernel=gauss5:impl=fs_passes" }, .number = count_passes,
      .is_timeless = true },
    { "dual is calm under motion: what changes, %", NAN, SUITE_AT_MOST, 5,
      .of = { "dual:sigma=16:impl=*", SUITE_MOST }, .number = shimmer_of, .is_timeless = true },
    { "mips flicker: what changes, %", NAN, SUITE_ABOVE, 10,
      .of = { "mips:sigma=16:impl=*", SUITE_MOST }, .number = shimmer_of, .is_timeless = true },
    { 0 },
};

// ---- charts

// Each blur is a series, with a point for each way to compute it.
static void draw_nearness(struct suite_run *run, const struct bloom_facts *facts)
{
    struct chart *chart = suite_chart(run, CHART_POINTS, "Nearness to the exact Gaussian by time",
                                      "time (ms)", "PSNR, mean of three scenes (dB)");
    chart->log_x = true;
    for (enum bloom_blur blur = 0; blur < BLOOM_BLURS; blur++) {
        struct chart_series *series = NULL;
        for (enum bloom_form form = 0; form < BLOOM_FORMS; form++) {
            const struct suite_variant *variant = bloom_lines_variant(run, blur, form);
            if (!suite_has_run(variant))
                continue;
            series = series ? series : chart_series(chart, "%s", variant->label);
            chart_point(series, variant->time.median, bloom_facts_decibels(facts, blur));
            chart_name_point(series, "%s", variant->impl);
        }
    }
}

static void draw_bytes(struct suite_run *run)
{
    struct chart *chart = suite_chart(run, CHART_BARS, "Bytes that passes must move at least", "",
                                      "megabytes a frame");
    struct chart_series *read = chart_series(chart, "read");
    struct chart_series *written = chart_series(chart, "written");
    for (enum bloom_blur blur = 0; blur < BLOOM_BLURS; blur++) {
        // As it was published: in fragment passes, or in the only way there is.
        const struct suite_variant *variant = bloom_lines_variant(run, blur, BLOOM_FRAGMENT);
        if (!variant)
            variant = bloom_lines_variant(run, blur, BLOOM_COMPUTE);
        if (!suite_has_run(variant))
            continue;
        chart_bar(read, (double) variant->traffic.read * 1e-6, "%s", variant->label);
        chart_bar(written, (double) variant->traffic.written * 1e-6, "%s", variant->label);
    }
}

// ---- the table

static const struct table_column columns[] = {
    { "blur", TABLE_WORDS },
    { "impl", TABLE_WORDS },
    { "ms", 3 },
    { "copies", 2 },
    { "read MB", 1 },
    { "written MB", 1 },
    { "taps MB", 1, .spare = 4 },
    { "blocks dB", 1, .spare = 2 },
    { "firefly dB", 1, .spare = 3 },
    { "bars dB", 1, .spare = 1 },
    { "shimmer %", 2 },
    { "sigma px", 2, .spare = 5 },
    { 0 },
};

static void add_row(struct suite_run *run, const struct suite_variant *variant,
                    const struct bloom_facts *facts)
{
    struct table *table = &run->table;
    const struct suite_key *key = &variant->key;
    const struct bloom_fact *fact = &facts->blurs[key->line];
    table_words(table, "%s", variant->label);
    if (!suite_has_run(variant)) {
        table_words(table, "%s", bloom_lines[key->line].impls[key->form]);
        suite_skips(run, variant);
        return;
    }
    table_words(table, "%s%s", key->form == BLOOM_BEST ? "auto: " : "",
                variant->impl ? variant->impl : "-");
    table_numbers(table, suite_median(variant), variant->copies,
                  (double) variant->traffic.read * 1e-6, (double) variant->traffic.written * 1e-6,
                  facts->taps[key->line][key->form] * 1e-6);
    table_add_numbers(table, fact->decibels, BLOOM_SCENES);
    table_numbers(table, fact->shimmer, fact->sigma);
}

// ---- mixed resolution

// Compares a blur with the same at full resolution, each in its best form.
static void say_smaller(struct suite_run *run, const struct bloom_facts *facts,
                        enum bloom_blur smaller, enum bloom_form form, enum bloom_blur full)
{
    const struct suite_variant *less = bloom_lines_variant(run, smaller, form);
    const struct suite_variant *more = bloom_lines_variant(run, full, BLOOM_BEST);
    const double decibels =
        bloom_facts_decibels(facts, smaller) - bloom_facts_decibels(facts, full);
    const double ratio = suite_median(less) / suite_median(more);
    char nearness[SUITE_TEXT_SIZE] = "";
    if (!suite_has_run(less) || !suite_has_run(more))
        return;
    if (!isnan(decibels))
        snprintf(nearness, sizeof(nearness), ", and is %.1f dB %s the Gaussian", fabs(decibels),
                 decibels < 0 ? "further from" : "nearer to");
    suite_say(run, "%s takes %.0f %% of the time and %.0f %% of the bytes of %s%s%s", less->label,
              100 * ratio,
              100 * (double) gpu_traffic_sum(less->traffic) /
                  (double) gpu_traffic_sum(more->traffic),
              more->label, nearness, suite_doubt(run, ratio));
}

static void say_scaled(struct suite_run *run, const struct bloom_facts *facts)
{
    const struct bloom_scaled *scaled = facts->scaled;
    for (int i = 1; i < BLOOM_SCALES; i++) {
        const double ratio = scaled[i].time.median / scaled[0].time.median;
        if (scaled[i].time.count > 0 && !isnan(scaled[i].decibels))
            suite_say(run,
                      "the scene drawn at %.3g of its sides and brought up takes %.0f %% of the "
                      "time; the picture after bloom is %.1f dB from that of the whole one%s",
                      scaled[i].scale, 100 * ratio, scaled[i].decibels, suite_doubt(run, ratio));
    }
}

// ---- the report

void bloom_report(struct suite_run *run, const struct bloom_facts *facts)
{
    run->known = facts;
    table_init(&run->table, columns);
    for (int i = 0; i < run->count; i++)
        add_row(run, &run->variants[i], facts);
    say_smaller(run, facts, BLOOM_KAWASE_HALF, BLOOM_BEST, BLOOM_KAWASE);
    say_smaller(run, facts, BLOOM_KAWASE_QUARTER, BLOOM_BEST, BLOOM_KAWASE);
    say_smaller(run, facts, BLOOM_GAUSSIAN_SMALLER, BLOOM_COMPUTE, BLOOM_LINEAR);
    say_scaled(run, facts);
    suite_say(run,
              "read, written: the least that its passes must move; taps: what their reads, each "
              "of one texel, and stores ask for");
    if (facts->width > 0)
        suite_say(run,
                  "dB: PSNR against the exact Gaussian of %d px, in display values, at %dx%d; "
                  "shimmer: change of a point's image while it moves",
                  BLOOM_SIGMA, facts->width, facts->height);
    else
        suite_say(run, "the picture is smaller than a blur of %d px is wide: no quality measured",
                  BLOOM_SIGMA);
    draw_bytes(run);
    if (facts->width > 0) { // quality was measured
        draw_nearness(run, facts);
        struct chart *chart =
            suite_chart(run, CHART_BARS, "Shimmer: how a moving point's image changes", "",
                        "per cent of itself");
        struct chart_series *series = chart_series(chart, "shimmer");
        chart->log_y = true;
        for (enum bloom_blur blur = 0; blur < BLOOM_BLURS; blur++)
            if (!isnan(facts->blurs[blur].shimmer))
                chart_bar(series, facts->blurs[blur].shimmer, "%s", bloom_lines[blur].name);
    }
    suite_claims_judge(run, "M. Bjørge (2015)", claims);
    run->known = NULL;
}

static void report_bloom(struct suite_run *run)
{
    struct bloom_facts facts;
    bloom_facts_take(run, &facts);
    bloom_report(run, &facts);
}

const struct suite suite_bloom = {
    .name = "bloom",
    .summary = "blurs of one width by time, bytes, nearness to the Gaussian and shimmer",
    .list = list_bloom,
    .report = report_bloom,
};
