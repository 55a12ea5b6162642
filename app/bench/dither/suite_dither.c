// Times error diffusion to four colours: every kernel and implementation at several sizes, the same
// in serial C on one core, and ordered dither, which is part of a pass that runs anyway.
#define LOG_MODULE "suite"
#include "app/bench/dither/suite_dither.h"

#include "app/bench/dither/dither_runs.h"
#include "app/bench/dither/dither_verdict.h"
#include "app/bench/run/suite.h"
#include "app/lab/text/clock.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- dither trials

// What serial C took, by size and kernel, and what the GPU did.
struct dither_trials {
    struct dither_trial all[DIFFUSION_KERNEL_COUNT][DITHER_SIZES]; // by kernel and place
    int sizes[DITHER_SIZES]; // which one a place stands for, from the smallest on
    int count;
};

// ---- dither serial

// Error diffusion in serial C on one core, as long as it takes by the clock.

enum { LEAST = 3, MOST = 31 }; // runs that count

static const double budget = 150; // milliseconds, while there are at least LEAST runs

// Draws greys and colours that change slowly, as pictures do. The exact picture hardly matters.
static void fill(uint32_t *values, struct suite_size size)
{
    for (int y = 0; y < size.height; y++)
        for (int x = 0; x < size.width; x++, values += 2) {
            const uint32_t red = (uint32_t) (65535.0 * x / size.width);
            const uint32_t green = (uint32_t) (65535.0 * y / size.height);
            values[0] = red | green << 16;
            values[1] = (red + green) / 2;
        }
}

static double time_once(const struct diffusion *diffusion, const uint32_t *values, uint32_t *picks,
                        struct suite_size size)
{
    const double start = clock_seconds();
    struct diffusion_serial *serial = diffusion_serial_create(diffusion, size.width);
    diffusion_serial_run(serial, values, picks, size.height);
    diffusion_serial_destroy(serial);
    return 1e3 * (clock_seconds() - start);
}

// Returns the milliseconds from whole numbers to the numbers of colours, with four colours. Runs
// three times and more, where these are short, and leaves the first out, which meets cold memory.
static struct stats_summary dither_serial_time(int kernel, struct suite_size size)
{
    const struct error_diffusion_params params = { .kernel = kernel, .strength = 1 };
    const size_t pixels = (size_t) size.width * (size_t) size.height;
    struct diffusion diffusion;
    struct palette palette = { 0 };
    struct error error;
    uint32_t *words = memory_grow(NULL, 3 * pixels, sizeof(*words));
    double times[MOST], sum = 0;
    int count = 0;
    palette_load(&palette, "gameboy", &error);
    diffusion_init(&diffusion, &params, &palette, 8);
    fill(words, size);
    if (!end_signal_came())
        time_once(&diffusion, words, words + 2 * pixels, size);
    while (!end_signal_came() && (count < LEAST || (count < MOST && sum < budget))) {
        times[count] = time_once(&diffusion, words, words + 2 * pixels, size);
        sum += times[count++];
    }
    free(words);
    return stats_summarise(times, count);
}

// ---- dither trials

// Returns the fastest of a kernel at the i-th size that does not wait for the CPU; NULL: none ran.
static const struct suite_variant *dither_trials_fastest(const struct suite_run *run, int i,
                                                         int kernel)
{
    const struct suite_variant *best = NULL;
    for (int impl = 0; effect_error_diffusion.impls[impl]; impl++) {
        const struct suite_variant *variant = dither_runs_variant(run, i, kernel, impl);
        if (variant && !variant->waits)
            best = suite_faster(best, variant);
    }
    return best;
}

// Runs the serial C, and takes what the GPU did from the run.
static void dither_trials_take(const struct suite_run *run, struct dither_trials *trials)
{
    *trials = (struct dither_trials){ 0 };
    for (int i = 0; i < DITHER_SIZES; i++) {
        const struct suite_size size = dither_runs_size(run, i);
        if (!dither_runs_takes_size(run, i))
            continue;
        if (!end_signal_came())
            log_note("dither: serial C at %dx%d", size.width, size.height);
        for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++) {
            if (!dither_runs_takes_kernel(run, kernel))
                continue;
            const struct suite_variant *best = dither_trials_fastest(run, i, kernel);
            struct dither_trial *trial = &trials->all[kernel][trials->count];
            *trial = (struct dither_trial){ .width = size.width, .height = size.height };
            trial->serial = dither_serial_time(kernel, size);
            if (best) {
                trial->impl = effect_error_diffusion.impls[best->key.impl]->name;
                trial->gpu = best->time;
            }
        }
        trials->sizes[trials->count++] = i;
    }
}

// ---- dither report

// ---- dither charts

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

// Draws a chart for each kernel: time by size, of every implementation, serial C and ordered
// dither.
static void dither_charts_draw(struct suite_run *run, const struct dither_trials *trials)
{
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++)
        if (dither_runs_takes_kernel(run, kernel))
            draw_kernel(run, trials, kernel);
}

// ---- table

static const struct table_column columns[] = {
    { "size", TABLE_WORDS }, { "kernel", TABLE_WORDS }, { "impl", TABLE_WORDS }, { "ms", 3 },
    { "Mpixel/s", 1, 1 },    { "times serial C", 2 },   { "copies", 2 },         { 0 },
};

// A line of the table: what ran, beside serial C.
struct line {
    struct suite_size size;
    const char *kernel, *impl;
    const struct suite_variant *variant; // NULL: it is serial C itself
    double serial;                       // milliseconds of serial C; NaN: interrupted
};

static void add_line(struct suite_run *run, const struct line *line)
{
    struct table *table = &run->table;
    const double ms = line->variant ? suite_median(line->variant) : line->serial;
    table_words(table, "%dx%d", line->size.width, line->size.height);
    table_words(table, "%s", line->kernel);
    table_words(table, "%s", line->impl);
    if (line->variant && !suite_has_run(line->variant)) {
        suite_say_skipped(run, line->variant);
        return;
    }
    if (isnan(ms)) { // nothing but a signal keeps serial C from running
        table_rest(table, "skipped: %s", suite_interrupted);
        return;
    }
    table_number(table, ms);
    table_number(table, line->size.width * (double) line->size.height / ms * 1e-3);
    table_number(table, line->serial / ms);
    table_number(table, line->variant ? line->variant->copies : NAN);
}

static void report_kernel(struct suite_run *run, int i, int kernel,
                          const struct dither_trial *trial)
{
    const struct effect_impl *const *impls = effect_error_diffusion.impls;
    struct line line = {
        .size = dither_runs_size(run, i),
        .kernel = dither_runs_kernel(kernel),
        .serial = trial->serial.median,
    };
    for (int impl = 0; impls[impl]; impl++) {
        line.impl = impls[impl]->name;
        line.variant = dither_runs_variant(run, i, kernel, impl);
        add_line(run, &line);
    }
    line.impl = "serial C";
    line.variant = NULL;
    add_line(run, &line);
}

// `serial`: milliseconds of floyd_steinberg in C.
static void report_pairs(struct suite_run *run, int i, double serial)
{
    for (int pair = 0; pair < DITHER_PAIRS; pair++) {
        const struct line line = {
            .size = dither_runs_size(run, i),
            .kernel = "ordered",
            .impl = dither_runs_pairs[pair].dithered,
            .variant = dither_runs_of_pair(run, i, pair, DITHER_DITHERED),
            .serial = serial,
        };
        add_line(run, &line);
    }
}

static void report_size(struct suite_run *run, const struct dither_trials *trials, int place)
{
    const int i = trials->sizes[place];
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++)
        if (dither_runs_takes_kernel(run, kernel))
            report_kernel(run, i, kernel, &trials->all[kernel][place]);
    if (dither_runs_takes_pairs(run, i))
        report_pairs(run, i, trials->all[0][place].serial.median);
}

// ---- in words

static void say_kernel(struct suite_run *run, const struct dither_trials *trials, int kernel)
{
    char text[SUITE_TEXT_SIZE];
    const double drift = steady_drift(&run->steady);
    const struct dither_trial *of_kernel = trials->all[kernel];
    for (int place = 0; place < trials->count; place++) {
        dither_verdict_describe(&of_kernel[place], dither_runs_kernel(kernel), drift, text,
                                sizeof(text));
        suite_say(run, "%s", text);
    }
    if (trials->count < 2) // one size has none before it
        return;
    dither_verdict_describe_crossing(of_kernel, trials->count, dither_runs_kernel(kernel), drift,
                                     text, sizeof(text));
    suite_say(run, "%s", text);
}

static void say_pair(struct suite_run *run, int i, int pair)
{
    const struct suite_size size = dither_runs_size(run, i);
    const struct suite_variant *dithered = dither_runs_of_pair(run, i, pair, DITHER_DITHERED);
    const struct suite_variant *alone = dither_runs_of_pair(run, i, pair, DITHER_ALONE);
    const double ratio = suite_median(dithered) / suite_median(alone);
    if (suite_has_run(dithered) && suite_has_run(alone))
        suite_say(run, "%dx%d: %s takes %.2f of %s alone%s", size.width, size.height,
                  dither_runs_pairs[pair].dithered, ratio, dither_runs_pairs[pair].alone,
                  suite_doubt(run, ratio));
}

static void say_pairs(struct suite_run *run, int i)
{
    for (int pair = 0; pair < DITHER_PAIRS; pair++)
        say_pair(run, i, pair);
}

// The clock of serial C is not that of the GPU, whose steadiness says nothing of it.
static void say_serial(struct suite_run *run, const struct dither_trials *trials)
{
    double most = 1;
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++)
        for (int place = 0; place < trials->count; place++) {
            const struct stats_summary *serial = &trials->all[kernel][place].serial;
            most = serial->count > 0 ? fmax(most, serial->max / serial->min) : most;
        }
    suite_say(run,
              "serial C runs by itself, after the GPU: the median of 3 to 31 runs, of which the "
              "longest took up to %.2f of the shortest; a verdict needs intervals apart",
              most);
}

static void say_all(struct suite_run *run, const struct dither_trials *trials)
{
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++)
        if (dither_runs_takes_kernel(run, kernel))
            say_kernel(run, trials, kernel);
    for (int place = 0; place < trials->count; place++)
        if (dither_runs_takes_pairs(run, trials->sizes[place]))
            say_pairs(run, trials->sizes[place]);
    say_serial(run, trials);
    suite_say(run, "cpu reads back and uploads beside the serial C; ordered is compared "
                   "with floyd_steinberg in C");
}

// The report of the dither suite: the table, what it says in words, and charts of time by size.
static void dither_report(struct suite_run *run)
{
    struct dither_trials trials;
    table_init(&run->table, columns);
    dither_trials_take(run, &trials);
    for (int place = 0; place < trials.count; place++)
        report_size(run, &trials, place);
    say_all(run, &trials);
    dither_charts_draw(run, &trials);
}

// ---- suite dither

static void set_key(struct suite_variant *variant, struct suite_key key)
{
    variant->key = key;
    variant->displays = true;
}

static void list_kernels(struct suite_run *run, int i)
{
    const struct suite_size size = dither_runs_size(run, i);
    const struct effect_impl *const *impls = effect_error_diffusion.impls;
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++)
        for (int impl = 0; dither_runs_takes_kernel(run, kernel) && impls[impl]; impl++) {
            struct suite_variant *variant = suite_add(
                run, size, FORMAT_RGBA16F, "error_diffusion:kernel=%s:palette=gameboy:impl=%s",
                dither_runs_kernel(kernel), impls[impl]->name);
            set_key(variant, (struct suite_key){ .size = i, .kernel = kernel, .impl = impl });
            variant->step = effect_error_diffusion.name;
            variant->waits = strcmp(impls[impl]->name, "cpu") == 0;
        }
}

static void list_pairs(struct suite_run *run, int i)
{
    const struct suite_size size = dither_runs_size(run, i);
    for (int pair = 0; pair < DITHER_PAIRS; pair++) {
        struct suite_key key = { .size = i, .line = 1 + pair, .form = DITHER_DITHERED };
        set_key(suite_add(run, size, FORMAT_RGBA16F, "%s", dither_runs_pairs[pair].dithered), key);
        key.form = DITHER_ALONE;
        set_key(suite_add(run, size, FORMAT_RGBA16F, "%s", dither_runs_pairs[pair].alone), key);
    }
}

static void list_dither(struct suite_run *run)
{
    for (int i = 0; i < DITHER_SIZES; i++) {
        if (!dither_runs_takes_size(run, i))
            continue;
        list_kernels(run, i);
        if (dither_runs_takes_pairs(run, i))
            list_pairs(run, i);
    }
}

const struct suite suite_dither = {
    .name = "dither",
    .summary = "error diffusion on the GPU beside serial C and ordered dither",
    .has_serial = true,
    .list = list_dither,
    .report = dither_report,
};
