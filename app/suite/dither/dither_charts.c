#include "app/suite/dither/dither_charts.h"

#include <stdio.h>

enum { ORDERED = 3 }; // of the pairs: a tone curve, to the colours of the kernels

static void add_time(struct chart_series *series, struct suite_size size,
                     const struct stats_summary *time)
{
    if (time->count > 0)
        suite_point(series, (double) size.width * size.height * 1e-6, time);
}

static void add_impl(const struct suite_run *run, const struct dither_trials *trials, int kernel,
                     int impl, struct chart *chart)
{
    struct chart_series *series =
        chart_series(chart, "%s", effect_error_diffusion.impls[impl]->name);
    for (int place = 0; place < trials->count; place++) {
        const struct suite_variant *variant =
            dither_runs_variant(run, trials->sizes[place], kernel, impl);
        if (suite_has_run(variant))
            add_time(series, dither_runs_size(run, trials->sizes[place]), &variant->time);
    }
}

static void add_serial(const struct suite_run *run, const struct dither_trials *trials, int kernel,
                       struct chart *chart)
{
    struct chart_series *series = chart_series(chart, "serial C");
    for (int place = 0; place < trials->count; place++)
        add_time(series, dither_runs_size(run, trials->sizes[place]),
                 &trials->all[kernel][place].serial);
}

static void add_ordered(const struct suite_run *run, const struct dither_trials *trials,
                        struct chart *chart)
{
    struct chart_series *series = chart_series(chart, "ordered, with a tone curve");
    for (int place = 0; place < trials->count; place++) {
        const struct suite_variant *variant =
            dither_runs_of_pair(run, trials->sizes[place], ORDERED, DITHER_DITHERED);
        if (suite_has_run(variant))
            add_time(series, dither_runs_size(run, trials->sizes[place]), &variant->time);
    }
}

static void draw_kernel(struct suite_run *run, const struct dither_trials *trials, int kernel)
{
    char title[CHART_TEXT_SIZE];
    snprintf(title, sizeof(title), "%s to four colours: time by size", dither_runs_kernel(kernel));
    struct chart *chart = suite_chart(run, CHART_LINES, title, "size (megapixels)", "time (ms)");
    chart->log_x = chart->log_y = true;
    for (int impl = 0; effect_error_diffusion.impls[impl]; impl++)
        add_impl(run, trials, kernel, impl, chart);
    add_serial(run, trials, kernel, chart);
    add_ordered(run, trials, chart);
}

void dither_charts_draw(struct suite_run *run, const struct dither_trials *trials)
{
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++)
        if (dither_runs_takes_kernel(run, kernel))
            draw_kernel(run, trials, kernel);
}
