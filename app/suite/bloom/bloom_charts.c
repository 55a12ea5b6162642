#include "app/suite/bloom/bloom_charts.h"

#include <math.h>

// A series for each blur, a point for each way to compute it.
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

// As it was published: fragment passes, or the only way there is.
static const struct suite_variant *plain(const struct suite_run *run, enum bloom_blur blur)
{
    const struct suite_variant *variant = bloom_lines_variant(run, blur, BLOOM_FRAGMENT);
    return variant ? variant : bloom_lines_variant(run, blur, BLOOM_COMPUTE);
}

static void draw_bytes(struct suite_run *run)
{
    struct chart *chart = suite_chart(run, CHART_BARS, "Bytes that passes must move at least", "",
                                      "megabytes a frame");
    struct chart_series *read = chart_series(chart, "read");
    struct chart_series *written = chart_series(chart, "written");
    for (enum bloom_blur blur = 0; blur < BLOOM_BLURS; blur++) {
        const struct suite_variant *variant = plain(run, blur);
        if (!suite_has_run(variant))
            continue;
        chart_bar(read, (double) variant->traffic.read * 1e-6, "%s", variant->label);
        chart_bar(written, (double) variant->traffic.written * 1e-6, "%s", variant->label);
    }
}

static void draw_shimmer(struct suite_run *run, const struct bloom_facts *facts)
{
    struct chart *chart = suite_chart(
        run, CHART_BARS, "Shimmer: how a moving point's image changes", "", "per cent of itself");
    struct chart_series *series = chart_series(chart, "shimmer");
    chart->log_y = true;
    for (enum bloom_blur blur = 0; blur < BLOOM_BLURS; blur++)
        if (!isnan(facts->blurs[blur].shimmer))
            chart_bar(series, facts->blurs[blur].shimmer, "%s", bloom_lines[blur].name);
}

void bloom_charts_draw(struct suite_run *run, const struct bloom_facts *facts)
{
    draw_bytes(run);
    if (facts->width == 0) // no quality was measured
        return;
    draw_nearness(run, facts);
    draw_shimmer(run, facts);
}
