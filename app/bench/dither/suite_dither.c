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

enum { SIZES = ARRAY_COUNT(sizes) };

// Ordered dither as part of a pass that runs anyway: the chain's first step.
static const char *const ordered[] = {
    "encode,dither:palette=gameboy",
    "encode,dither:palette=cga",
    "encode,dither:bits=2",
    "tonemap:curve=agx,dither:palette=gameboy",
    "tonemap:curve=agx,dither:palette=cga",
    "tonemap:curve=agx,dither:bits=2",
};

static const char serial_name[] = "serial C";

enum { ORDERED = ARRAY_COUNT(ordered), CHARTED = 3 }; // the kernels' palette

// The key of error diffusion is a size, a kernel and an implementation, of which the one past the
// last is serial C. The key of ordered dither is a size, 1 + the index of its chain as `line`, and
// as `form` the first step or the whole chain.
enum form { ALONE, DITHERED };

static const char *name_of(int kernel)
{
    return param_find(effect_error_diffusion.params, "kernel")->choices[kernel];
}

static struct suite_variant *add_diffusion(struct suite_run *run, struct suite_key key,
                                           struct suite_size size, const char *impl)
{
    struct suite_variant *variant =
        suite_add(run, size, FORMAT_RGBA16F, "error_diffusion:kernel=%s:palette=gameboy:impl=%s",
                  name_of(key.kernel), impl);
    variant->key = key;
    variant->displays = true;
    variant->step = effect_error_diffusion.name;
    variant->waits = strcmp(impl, "cpu") == 0;
    variant->label = impl;
    return variant;
}

// The size of the command line is the only one, in the place of the first.
static void list_dither(struct suite_run *run)
{
    static const char quick_kernels[] = "floyd_steinberg|jarvis|atkinson";
    const struct effect_impl *const *impls = effect_error_diffusion.impls;
    const bool is_own = run->draw->width > 0, quick = run->options->quick;
    for (int i = 0; i < (is_own ? 1 : SIZES); i++) {
        const struct suite_size size = suite_size(run, sizes[i].width, sizes[i].height);
        if (!is_own && quick && sizes[i].is_long)
            continue;
        for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++) {
            struct suite_key key = { .size = i, .kernel = kernel };
            if (quick && !suite_matches(name_of(kernel), quick_kernels))
                continue;
            for (; impls[key.impl]; key.impl++)
                add_diffusion(run, key, size, impls[key.impl]->name);
            struct suite_variant *serial = add_diffusion(run, key, size, "cpu");
            serial->label = serial_name;
            strcpy(serial->left_out, suite_interrupted); // unless report_dither times it
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

enum { MIN = 3, MAX = 31 }; // runs that count

static const double budget = 150; // milliseconds, while there are at least MIN runs

// Measures the time in which serial C diffuses a picture to four colours. The first run does not
// count, since its memory is not in the caches yet.
static void time_serial(struct suite_variant *variant)
{
    const int kernel = variant->key.kernel;
    const struct error_diffusion_params params = { .kernel = kernel, .strength = 1 };
    const size_t width = (size_t) variant->width, pixels = width * (size_t) variant->height;
    struct diffusion diffusion;
    struct error error;
    uint32_t *words = memory_grow(NULL, 3 * pixels, sizeof(*words));
    double times[1 + MAX], sum = 0;
    int count = 0; // of the runs, the first included
    diffusion_init(&diffusion, &params, palette_load("gameboy", &error), 8);
    // The picture has colours that change slowly; which ones hardly matters.
    for (size_t i = 0; i < pixels; i++) {
        const uint32_t red = (uint32_t) (65535.0 * (double) (i % width) / variant->width);
        const uint32_t green = (uint32_t) (65535.0 * (double) (i / width) / variant->height);
        words[2 * i] = red | green << 16;
        words[2 * i + 1] = (red + green) / 2;
    }
    while (!end_signal_received() && (count <= MIN || (count <= MAX && sum < budget))) {
        const double start = clock_seconds();
        struct diffusion_serial *serial = diffusion_serial_create(&diffusion, variant->width);
        diffusion_serial_run(serial, words, words + 2 * pixels, variant->height);
        diffusion_serial_destroy(serial);
        times[count] = 1e3 * (clock_seconds() - start);
        sum += count > 0 ? times[count] : 0;
        count++;
    }
    free(words);
    if (count < 2)
        return;
    variant->count = count - 1;
    variant->left_out[0] = '\0';
    variant->times[0] = memory_new(MAX, sizeof(times[0]));
    memcpy(variant->times[0], times + 1, sizeof(times[0]) * (size_t) variant->count);
    variant->time = stats_summarise(times + 1, variant->count);
    variant->submit = variant->wall = variant->in_copies = NAN;
}

// ---- the report

static const struct table_column columns[] = {
    { "size", TABLE_WORDS },       { "kernel", TABLE_WORDS }, { "impl", TABLE_WORDS }, { "ms", 3 },
    { "Mpixel/s", 1, .spare = 1 }, { "times serial C", 2 },   { "copies", 2 },         { 0 },
};

static const struct suite_variant *serial_of(const struct suite_run *run,
                                             const struct suite_variant *variant)
{
    return suite_find(run,
                      (struct suite_key){ .size = variant->key.size,
                                          .kernel = variant->key.kernel,
                                          .impl = effect_impl_count(&effect_error_diffusion) });
}

static void add_row(struct suite_run *run, const struct suite_variant *variant)
{
    struct table *table = &run->table;
    const double ms = suite_median(variant), pixels = variant->width * (double) variant->height;
    table_words(table, "%dx%d", variant->width, variant->height);
    table_words(table, "%s", variant->key.line > 0 ? "ordered" : name_of(variant->key.kernel));
    table_words(table, "%s", variant->label ? variant->label : variant->text);
    if (!suite_skips(run, variant)) // ordered dither is compared with the first kernel
        table_numbers(table, ms, pixels / ms * 1e-3, suite_median(serial_of(run, variant)) / ms,
                      variant->in_copies);
}

// Adds the times of the variants that have that key, apart from the size.
static void add_series(const struct suite_run *run, struct suite_key like, json_t *chart,
                       const char *name)
{
    json_t *series = chart_series(chart, name);
    suite_for_each(variant, run) {
        like.size = variant->key.size;
        if (memcmp(&like, &variant->key, sizeof(like)) == 0 && suite_has_run(variant))
            suite_point(series, (double) variant->width * variant->height * 1e-6, &variant->time);
    }
}

// Says from which size on the GPU is faster than serial C, by the heights of the sizes at which
// both ran: by the intervals of their medians. The drift of the GPU widens the interval of their
// ratio.
static void describe_kernel(struct suite_run *run, int kernel)
{
    struct crossing_point points[SIZES];
    struct crossing crossing = { serial_name, "the GPU", "size", 0, points };
    char heights[SIZES][16], text[SUITE_TEXT_SIZE];
    const double drift = steady_drift(&run->steady);
    for (int size = 0; size < SIZES; size++) {
        const struct suite_variant *fastest = NULL, *serial = NULL;
        suite_for_each(variant, run)
            if (variant->key.size == size && variant->key.kernel == kernel &&
                variant->key.line == 0 && !variant->waits)
                fastest = suite_faster(fastest, variant);
        if (!fastest || !suite_has_run(serial = serial_of(run, fastest)))
            continue;
        const struct steady_ratio ratio =
            steady_divide(steady_median(&fastest->time), steady_median(&serial->time));
        const struct pair pair = pair_of_ratio(ratio, drift);
        char *height = heights[crossing.count];
        snprintf(height, sizeof(heights[0]), "%dp", serial->height);
        points[crossing.count++] =
            (struct crossing_point){ serial->height, height, pair.percent, pair.verdict };
    }
    crossing_describe(&crossing, text, sizeof(text));
    suite_print(run, "%s: %s", name_of(kernel), text);
    suite_doubt(run, NAN);
}

static void draw_kernel(struct suite_run *run, int kernel)
{
    const int serial = effect_impl_count(&effect_error_diffusion);
    char title[CHART_TEXT_SIZE];
    snprintf(title, sizeof(title), "%s to four colours: time by size", name_of(kernel));
    json_t *chart =
        chart_make(run->charts, "lines", CHART_LOG_XY, title, "size (megapixels)", "time (ms)");
    for (int i = 0; i <= serial; i++)
        add_series(run, (struct suite_key){ .kernel = kernel, .impl = i }, chart,
                   i < serial ? effect_error_diffusion.impls[i]->name : serial_name);
    add_series(run, (struct suite_key){ .line = 1 + CHARTED, .form = DITHERED }, chart,
               "ordered, with a tone curve");
}

static void report_dither(struct suite_run *run)
{
    double most = 1;
    table_init(&run->table, columns);
    log_note("dither: serial C");
    suite_for_each(variant, run) {
        if (variant->label != serial_name)
            continue;
        if (variant->count == 0)
            time_serial(variant);
        most = fmax(most, variant->time.max / variant->time.min); // ignores NaN
    }
    suite_for_each(variant, run)
        if (variant->key.line == 0 || variant->key.form == DITHERED)
            add_row(run, variant);
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++) {
        const struct suite_key any = { .kernel = kernel, .size = run->variants[0].key.size };
        if (!suite_find(run, any))
            continue;
        describe_kernel(run, kernel);
        draw_kernel(run, kernel);
    }
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
