#include "app/suite/bloom/bloom_report.h"

#include "app/suite/bloom/bloom_charts.h"
#include "app/suite/bloom/bloom_claims.h"

#include <math.h>
#include <stdio.h>

static const struct sheet_column columns[] = {
    { "blur", SHEET_WORDS },
    { "impl", SHEET_WORDS },
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
    struct sheet *sheet = &run->sheet;
    const int *keys = variant->keys;
    const struct bloom_fact *fact = &facts->blurs[keys[BLOOM_KEY_BLUR]];
    sheet_words(sheet, "%s", variant->label);
    if (!suite_has_run(variant)) {
        sheet_words(sheet, "%s", bloom_lines[keys[BLOOM_KEY_BLUR]].impls[keys[BLOOM_KEY_FORM]]);
        suite_say_skipped(run, variant);
        return;
    }
    sheet_words(sheet, "%s%s", keys[BLOOM_KEY_FORM] == BLOOM_BEST ? "auto: " : "",
                variant->impl ? variant->impl : "-");
    sheet_number(sheet, suite_median(variant));
    sheet_number(sheet, variant->copies);
    sheet_number(sheet, (double) variant->traffic.read * 1e-6);
    sheet_number(sheet, (double) variant->traffic.written * 1e-6);
    sheet_number(sheet, facts->taps[keys[BLOOM_KEY_BLUR]][keys[BLOOM_KEY_FORM]] * 1e-6);
    for (int i = 0; i < BLOOM_SCENES; i++)
        sheet_number(sheet, fact->decibels[i]);
    sheet_number(sheet, fact->shimmer);
    sheet_number(sheet, fact->sigma);
}

// ---- mixed resolution

static double percent(double part, double whole)
{
    return 100 * part / whole;
}

// Beside the same blur at full resolution, in the form that is the best of each.
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
    suite_say(
        run, "%s takes %.0f %% of the time and %.0f %% of the bytes of %s%s%s", less->label,
        100 * ratio,
        percent((double) gpu_traffic_sum(less->traffic), (double) gpu_traffic_sum(more->traffic)),
        more->label, nearness, suite_doubt(run, ratio));
}

static void say_scaled(struct suite_run *run, const struct bloom_scaled scaled[])
{
    for (int i = 1; i < BLOOM_SCALES; i++)
        if (scaled[i].time.count > 0 && !isnan(scaled[i].decibels))
            suite_say(run,
                      "the scene drawn at %.3g of its sides and brought up takes %.0f %% of the "
                      "time; the picture after bloom is %.1f dB from that of the whole one%s",
                      scaled[i].scale, percent(scaled[i].time.median, scaled[0].time.median),
                      scaled[i].decibels,
                      suite_doubt(run, scaled[i].time.median / scaled[0].time.median));
}

static void say_mixed(struct suite_run *run, const struct bloom_facts *facts,
                      const struct bloom_scaled scaled[])
{
    say_smaller(run, facts, BLOOM_KAWASE_HALF, BLOOM_BEST, BLOOM_KAWASE);
    say_smaller(run, facts, BLOOM_KAWASE_QUARTER, BLOOM_BEST, BLOOM_KAWASE);
    say_smaller(run, facts, BLOOM_GAUSSIAN_SMALLER, BLOOM_COMPUTE, BLOOM_LINEAR);
    say_scaled(run, scaled);
}

// ---- the report

static void say_columns(struct suite_run *run, const struct bloom_facts *facts)
{
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
}

void bloom_report_facts(struct suite_run *run, const struct bloom_facts *facts,
                        const struct bloom_scaled scaled[BLOOM_SCALES])
{
    sheet_init(&run->sheet, columns);
    for (int i = 0; i < run->count; i++)
        add_row(run, &run->variants[i], facts);
    bloom_claims_say(run, facts);
    say_mixed(run, facts, scaled);
    say_columns(run, facts);
    bloom_charts_draw(run, facts);
}

void bloom_report(struct suite_run *run)
{
    struct bloom_facts facts;
    struct bloom_scaled scaled[BLOOM_SCALES];
    bloom_facts_take(run, &facts);
    bloom_scaled_take(run, scaled);
    bloom_report_facts(run, &facts, scaled);
}
