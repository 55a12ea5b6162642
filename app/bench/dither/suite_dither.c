// Times error diffusion to four colours: every kernel and implementation at several sizes, the same
// in serial C on one core, and ordered dither, which is part of a pass that runs anyway.
#define LOG_MODULE "suite"
#include "app/bench/dither/dither.h"
#include "app/bench/run/suite.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "render/file/end_signal.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the variants

static const struct size {
    int width, height;
    bool is_long;   // left out by --quick
    bool is_screen; // large enough to be shown: ordered dither runs there too
} sizes[] = {
    { 80, 45, .is_long = true },       { 160, 90 },
    { 320, 180, .is_long = true },     { 640, 360, .is_screen = true },
    { 1920, 1080, .is_screen = true }, { 3840, 2160, .is_long = true, .is_screen = true },
};

enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

// Ordered dither as part of a pass that runs anyway: the chain's first step.
static const char *const ordered[] = {
    "encode,dither:palette=gameboy",
    "encode,dither:palette=cga",
    "encode,dither:bits=2",
    "tonemap:curve=agx,dither:palette=gameboy",
    "tonemap:curve=agx,dither:palette=cga",
    "tonemap:curve=agx,dither:bits=2",
};

enum { ORDERED = sizeof(ordered) / sizeof(ordered[0]), CHARTED = 3 }; // the kernels' palette

// The key of error diffusion is a size, a kernel and an implementation. The key of ordered dither
// is a size, 1 + the index of its chain as `line`, and as `form` the first step or the whole chain.
enum form { ALONE, DITHERED };

static const char *name_of(int kernel)
{
    return param_find(effect_error_diffusion.params, "kernel")->choices[kernel];
}

// The size of the command line is the only one, in the place of the first.
static void list_dither(struct suite_run *run)
{
    static const char quick_kernels[] = "floyd_steinberg jarvis atkinson";
    const struct effect_impl *const *impls = effect_error_diffusion.impls;
    const bool is_own = run->draw->width > 0, quick = run->options->quick;
    for (int i = 0; i < (is_own ? 1 : SIZES); i++) {
        const struct suite_size size = suite_size(run, sizes[i].width, sizes[i].height);
        if (!is_own && quick && sizes[i].is_long)
            continue;
        for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++)
            for (int impl = 0; impls[impl]; impl++) {
                const char *name = name_of(kernel);
                if (quick && !strstr(quick_kernels, name))
                    continue;
                struct suite_variant *variant = suite_add(
                    run, size, FORMAT_RGBA16F, "error_diffusion:kernel=%s:palette=gameboy:impl=%s",
                    name, impls[impl]->name);
                variant->key = (struct suite_key){ .size = i, .kernel = kernel, .impl = impl };
                variant->displays = true;
                variant->step = effect_error_diffusion.name;
                variant->waits = strcmp(impls[impl]->name, "cpu") == 0;
            }
        for (int line = 0; line < ORDERED && (is_own || sizes[i].is_screen); line++)
            for (int form = DITHERED; form >= ALONE; form--) {
                const size_t length = strcspn(ordered[line], form == DITHERED ? "" : ",");
                struct suite_variant *variant =
                    suite_add(run, size, FORMAT_RGBA16F, "%.*s", (int) length, ordered[line]);
                variant->key = (struct suite_key){ .size = i, .line = 1 + line, .form = form };
                variant->displays = true;
            }
    }
}

// ---- serial C on one core

enum { LEAST = 3, MOST = 31 }; // runs that count

static const double budget = 150; // milliseconds, while there are at least LEAST runs

// Returns the time in milliseconds in which serial C diffuses a picture to four colours. The first
// run does not count, since its memory is not in the caches yet.
static struct stats_summary time_serial(int kernel, struct suite_size size)
{
    const struct error_diffusion_params params = { .kernel = kernel, .strength = 1 };
    const size_t width = (size_t) size.width, pixels = width * (size_t) size.height;
    struct diffusion diffusion;
    struct error error;
    uint32_t *words = memory_grow(NULL, 3 * pixels, sizeof(*words));
    double times[1 + MOST], sum = 0;
    int count = 0; // of the runs, the first included
    diffusion_init(&diffusion, &params, palette_load("gameboy", &error), 8);
    // The picture has colours that change slowly; which ones hardly matters.
    for (size_t i = 0; i < pixels; i++) {
        const uint32_t red = (uint32_t) (65535.0 * (double) (i % width) / size.width);
        const uint32_t green = (uint32_t) (65535.0 * (double) (i / width) / size.height);
        words[2 * i] = red | green << 16;
        words[2 * i + 1] = (red + green) / 2;
    }
    while (!end_signal_received() && (count <= LEAST || (count <= MOST && sum < budget))) {
        const double start = clock_seconds();
        struct diffusion_serial *serial = diffusion_serial_create(&diffusion, size.width);
        diffusion_serial_run(serial, words, words + 2 * pixels, size.height);
        diffusion_serial_destroy(serial);
        times[count] = 1e3 * (clock_seconds() - start);
        sum += count > 0 ? times[count] : 0;
        count++;
    }
    free(words);
    return stats_summarise(times + 1, count > 0 ? count - 1 : 0);
}

// ---- charts

static void add_point(json_t *series, int width, int height, const struct stats_summary *time)
{
    if (time->count > 0)
        suite_point(series, (double) width * height * 1e-6, time);
}

// Adds the times of the variants that have that key, apart from the size.
static void add_series(const struct suite_run *run, struct suite_key like, json_t *chart,
                       const char *name)
{
    json_t *series = chart_series(chart, name);
    suite_for_each(variant, run) {
        like.size = variant->key.size;
        if (memcmp(&like, &variant->key, sizeof(like)) == 0 && suite_has_run(variant))
            add_point(series, variant->width, variant->height, &variant->time);
    }
}

// ---- table

static const struct table_column columns[] = {
    { "size", TABLE_WORDS },       { "kernel", TABLE_WORDS }, { "impl", TABLE_WORDS }, { "ms", 3 },
    { "Mpixel/s", 1, .spare = 1 }, { "times serial C", 2 },   { "copies", 2 },         { 0 },
};

// Adds a row of a variant, or of serial C itself (`variant` NULL), whose times `trial` has.
static void add_row(struct suite_run *run, const char *kernel, const char *impl,
                    const struct dither_trial *trial, const struct suite_variant *variant)
{
    struct table *table = &run->table;
    const double of_serial = trial->serial.median;
    const double ms = variant ? suite_median(variant) : of_serial;
    table_words(table, "%dx%d", trial->width, trial->height);
    table_words(table, "%s", kernel);
    table_words(table, "%s", impl);
    if (variant && suite_skips(run, variant))
        return;
    if (isnan(ms)) // only a signal stops serial C
        table_span(table, "skipped: %s", suite_interrupted);
    else
        table_numbers(table, ms, trial->width * (double) trial->height / ms * 1e-3, of_serial / ms,
                      variant ? variant->in_copies : NAN);
}

// ---- the report

void dither_describe(const struct dither_trial trials[], int count, const char *kernel,
                     double drift, char *text, size_t size)
{
    struct crossing_point points[SIZES];
    struct crossing crossing = { "serial C", "the GPU", "size", 0, points };
    char heights[SIZES][16], allowed[STEADY_DRIFT_SIZE];
    steady_describe_drift(drift, allowed);
    const int length = snprintf(text, size, "%s%s: ", kernel, allowed);
    for (int i = 0; i < count; i++) {
        const struct dither_trial *trial = &trials[i];
        if (trial->gpu.count == 0 || trial->serial.count == 0)
            continue;
        const struct steady_ratio ratio =
            steady_divide(steady_median(&trial->gpu), steady_median(&trial->serial));
        const struct pair pair = pair_of_ratio(steady_allow(ratio, drift), drift);
        char *height = heights[crossing.count];
        snprintf(height, sizeof(heights[0]), "%dp", trial->height);
        points[crossing.count++] =
            (struct crossing_point){ trial->height, height, pair.percent, pair.verdict };
    }
    crossing_describe(&crossing, text + length, size - (size_t) length);
}

// The trials of a kernel; the width of sizes that were not listed is 0.
static void report_kernel(struct suite_run *run, const struct dither_trial trials[SIZES],
                          int kernel)
{
    const struct effect_impl *const *impls = effect_error_diffusion.impls;
    char text[SUITE_TEXT_SIZE], title[CHART_TEXT_SIZE];
    dither_describe(trials, SIZES, name_of(kernel), steady_drift(&run->steady), text, sizeof(text));
    suite_print(run, "%s", text);
    snprintf(title, sizeof(title), "%s to four colours: time by size", name_of(kernel));
    json_t *chart =
        chart_make(run->charts, "lines", CHART_LOG_XY, title, "size (megapixels)", "time (ms)");
    for (int i = 0; impls[i]; i++)
        add_series(run, (struct suite_key){ .kernel = kernel, .impl = i }, chart, impls[i]->name);
    json_t *serial = chart_series(chart, "serial C");
    for (int i = 0; i < SIZES; i++)
        add_point(serial, trials[i].width, trials[i].height, &trials[i].serial);
    add_series(run, (struct suite_key){ .line = 1 + CHARTED, .form = DITHERED }, chart,
               "ordered, with a tone curve");
}

static void report_dither(struct suite_run *run)
{
    const struct effect_impl *const *impls = effect_error_diffusion.impls;
    struct dither_trial trials[DIFFUSION_KERNEL_COUNT][SIZES] = { 0 };
    double most = 1;
    table_init(&run->table, columns);
    // Adds the rows. Before the first row of a kernel and size its serial C is timed.
    suite_for_each(variant, run) {
        const struct suite_key *key = &variant->key;
        struct dither_trial *trial = &trials[key->kernel][key->size];
        if (key->line > 0 && key->form == DITHERED) // `trial` is that of floyd_steinberg
            add_row(run, "ordered", variant->text, trial, variant);
        if (key->line > 0)
            continue;
        if (key->impl == 0) {
            const struct suite_size size = { variant->width, variant->height };
            if (key->kernel == 0 && !end_signal_received())
                log_note("dither: serial C at %dx%d", size.width, size.height);
            *trial = (struct dither_trial){ .width = size.width, .height = size.height };
            trial->serial = time_serial(key->kernel, size);
            most = fmax(most, trial->serial.max / trial->serial.min); // ignores NaN
        }
        if (!variant->waits && suite_has_run(variant) &&
            (trial->gpu.count == 0 || suite_median(variant) < trial->gpu.median))
            trial->gpu = variant->time;
        add_row(run, name_of(key->kernel), impls[key->impl]->name, trial, variant);
        if (!impls[key->impl + 1])
            add_row(run, name_of(key->kernel), "serial C", trial, NULL);
    }
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++)
        if (suite_find(run,
                       (struct suite_key){ .kernel = kernel, .size = run->variants[0].key.size }))
            report_kernel(run, trials[kernel], kernel);
    suite_for_each(dithered, run) {
        if (dithered->key.form != DITHERED)
            continue;
        const struct suite_variant *alone = dithered + 1; // list_dither adds both
        const double ratio = suite_median(dithered) / suite_median(alone);
        if (isnan(ratio))
            continue;
        suite_print(run, "%dx%d: %s takes %.2f times as long as %s alone", dithered->width,
                    dithered->height, dithered->text, ratio, alone->text);
        suite_doubt(run, ratio);
    }
    // The canaries run on the GPU, so they do not show drift of the processor.
    suite_print(run,
                "serial C runs alone, after the GPU; its time is the median of 3 to 31 runs, of "
                "which the longest took up to %.2f times the shortest; a verdict needs intervals "
                "that do not overlap",
                most);
    suite_print(run, "the implementation cpu is serial C with reading back and uploading; ordered "
                     "dither is compared with floyd_steinberg in serial C");
}

const struct suite suite_dither = {
    .name = "dither",
    .summary = "error diffusion on the GPU beside serial C and ordered dither",
    .has_serial = true,
    .list = list_dither,
    .report = report_dither,
};
