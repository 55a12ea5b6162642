// Times error diffusion to four colours: every kernel and implementation at several sizes, the same
// in serial C on one core, and ordered dither, which is part of a pass that runs anyway.
#define LOG_MODULE "suite"
#include "app/bench/dither/dither.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "render/file/end_signal.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what runs

static const struct size {
    struct suite_size size;
    bool is_long;   // left out by --quick
    bool is_screen; // large enough to be shown: ordered dither runs there too
} sizes[] = {
    { { 80, 45 }, true, false },   { { 160, 90 }, false, false },   { { 320, 180 }, true, false },
    { { 640, 360 }, false, true }, { { 1920, 1080 }, false, true }, { { 3840, 2160 }, true, true },
};

enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

// Ordered dither in passes that run anyway: chains.
static const struct ordered {
    const char *alone, *dithered;
} ordered[] = {
    { "encode", "encode,dither:palette=gameboy" },
    { "encode", "encode,dither:palette=cga" },
    { "encode", "encode,dither:bits=2" },
    { "tonemap:curve=agx", "tonemap:curve=agx,dither:palette=gameboy" },
    { "tonemap:curve=agx", "tonemap:curve=agx,dither:palette=cga" },
    { "tonemap:curve=agx", "tonemap:curve=agx,dither:bits=2" },
};

enum { ORDERED = sizeof(ordered) / sizeof(ordered[0]), CHARTED = 3 }; // to the kernels' colours

// The key of error diffusion is a size, a kernel and an implementation; that of ordered dither a
// size, as `line` 1 + a row of `ordered`, and as `form` one of its chains.
enum form { ALONE, DITHERED };

static const char *name_of(int kernel)
{
    const struct param *row = param_find(effect_error_diffusion.params, "kernel");
    return row->choices[kernel];
}

static bool takes_kernel(const struct suite_run *run, int kernel)
{
    static const char *const quick[] = { "floyd_steinberg", "jarvis", "atkinson" };
    bool wanted = !run->wish->quick;
    for (int i = 0; i < (int) (sizeof(quick) / sizeof(quick[0])); i++)
        wanted = wanted || strcmp(quick[i], name_of(kernel)) == 0;
    return wanted;
}

// The size of the command line is the only one, in the place of the first.
static bool takes_size(const struct suite_run *run, int i)
{
    if (run->draw->width > 0)
        return i == 0;
    return !(run->wish->quick && sizes[i].is_long);
}

static bool takes_ordered(const struct suite_run *run, int i)
{
    return run->draw->width > 0 || sizes[i].is_screen;
}

static struct suite_size size_of(const struct suite_run *run, int i)
{
    return suite_size(run, sizes[i].size.width, sizes[i].size.height);
}

static void list_kernels(struct suite_run *run, int i)
{
    const struct effect_impl *const *impls = effect_error_diffusion.impls;
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++)
        for (int impl = 0; takes_kernel(run, kernel) && impls[impl]; impl++) {
            struct suite_variant *variant =
                suite_add(run, size_of(run, i), FORMAT_RGBA16F,
                          "error_diffusion:kernel=%s:palette=gameboy:impl=%s", name_of(kernel),
                          impls[impl]->name);
            variant->key = (struct suite_key){ .size = i, .kernel = kernel, .impl = impl };
            variant->displays = true;
            variant->step = effect_error_diffusion.name;
            variant->waits = strcmp(impls[impl]->name, "cpu") == 0;
        }
}

static void list_dither(struct suite_run *run)
{
    for (int i = 0; i < SIZES; i++) {
        if (!takes_size(run, i))
            continue;
        list_kernels(run, i);
        for (int line = 0; line < ORDERED && takes_ordered(run, i); line++)
            for (int form = DITHERED; form >= ALONE; form--) {
                struct suite_variant *variant =
                    suite_add(run, size_of(run, i), FORMAT_RGBA16F, "%s",
                              form == DITHERED ? ordered[line].dithered : ordered[line].alone);
                variant->key = (struct suite_key){ .size = i, .line = 1 + line, .form = form };
                variant->displays = true;
            }
    }
}

static const struct suite_variant *find_impl(const struct suite_run *run, int i, int kernel,
                                             int impl)
{
    return suite_find(run, (struct suite_key){ .size = i, .kernel = kernel, .impl = impl });
}

static const struct suite_variant *find_ordered(const struct suite_run *run, int i, int line,
                                                enum form form)
{
    return suite_find(run, (struct suite_key){ .size = i, .line = 1 + line, .form = (int) form });
}

// ---- serial C on one core, as long as it takes by the clock

enum { LEAST = 3, MOST = 31 }; // runs that count

static const double budget = 150; // milliseconds, while there are at least LEAST runs

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
static struct stats_summary time_serial(int kernel, struct suite_size size)
{
    const struct error_diffusion_params params = { .kernel = kernel, .strength = 1 };
    const size_t pixels = (size_t) size.width * (size_t) size.height;
    struct diffusion diffusion;
    struct error error;
    uint32_t *words = memory_grow(NULL, 3 * pixels, sizeof(*words));
    double times[MOST], sum = 0;
    int count = 0;
    diffusion_init(&diffusion, &params, palette_load("gameboy", &error), 8);
    const size_t width = (size_t) size.width;
    // Greys and colours that change slowly, as pictures do. The exact picture hardly matters.
    for (size_t i = 0; i < pixels; i++) {
        const uint32_t red = (uint32_t) (65535.0 * (double) (i % width) / size.width);
        const uint32_t green = (uint32_t) (65535.0 * (double) (i / width) / size.height);
        words[2 * i] = red | green << 16;
        words[2 * i + 1] = (red + green) / 2;
    }
    if (!end_signal_came())
        time_once(&diffusion, words, words + 2 * pixels, size);
    while (!end_signal_came() && (count < LEAST || (count < MOST && sum < budget))) {
        times[count] = time_once(&diffusion, words, words + 2 * pixels, size);
        sum += times[count++];
    }
    free(words);
    return stats_summarise(times, count);
}

// ---- both, by size

// Times of serial C and of the GPU, by kernel and size.
struct dither_trials {
    struct dither_trial all[DIFFUSION_KERNEL_COUNT][SIZES]; // by kernel and place
    int sizes[SIZES]; // which one a place stands for, from the smallest on
    int count;
};

// Returns the fastest of a kernel at the i-th size that does not wait for the CPU; NULL: none ran.
static const struct suite_variant *find_fastest(const struct suite_run *run, int i, int kernel)
{
    const struct suite_variant *best = NULL;
    for (int impl = 0; effect_error_diffusion.impls[impl]; impl++) {
        const struct suite_variant *variant = find_impl(run, i, kernel, impl);
        if (variant && !variant->waits)
            best = suite_faster(best, variant);
    }
    return best;
}

// Runs the serial C, and takes the times of the GPU from the run.
static void take_trials(const struct suite_run *run, struct dither_trials *trials)
{
    *trials = (struct dither_trials){ 0 };
    for (int i = 0; i < SIZES; i++) {
        const struct suite_size size = size_of(run, i);
        if (!takes_size(run, i))
            continue;
        if (!end_signal_came())
            log_note("dither: serial C at %dx%d", size.width, size.height);
        for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++) {
            if (!takes_kernel(run, kernel))
                continue;
            const struct suite_variant *best = find_fastest(run, i, kernel);
            struct dither_trial *trial = &trials->all[kernel][trials->count];
            *trial = (struct dither_trial){ .width = size.width, .height = size.height };
            trial->serial = time_serial(kernel, size);
            if (best) {
                trial->impl = effect_error_diffusion.impls[best->key.impl]->name;
                trial->gpu = best->time;
            }
        }
        trials->sizes[trials->count++] = i;
    }
}

// ---- charts

// Adds times by size. `like`: the key, but for the size; NULL: serial C.
static void add_series(const struct suite_run *run, const struct dither_trials *trials, int kernel,
                       const struct suite_key *like, struct chart *chart, const char *name)
{
    struct chart_series *series = chart_series(chart, "%s", name);
    for (int place = 0; place < trials->count; place++) {
        const struct stats_summary *time = &trials->all[kernel][place].serial;
        const struct suite_size size = size_of(run, trials->sizes[place]);
        if (like) {
            struct suite_key key = *like;
            key.size = trials->sizes[place];
            const struct suite_variant *variant = suite_find(run, key);
            if (!suite_has_run(variant))
                continue;
            time = &variant->time;
        }
        if (time->count > 0)
            suite_point(series, (double) size.width * size.height * 1e-6, time);
    }
}

static void draw_kernel(struct suite_run *run, const struct dither_trials *trials, int kernel)
{
    char title[CHART_TEXT_SIZE];
    snprintf(title, sizeof(title), "%s to four colours: time by size", name_of(kernel));
    struct chart *chart = suite_chart(run, CHART_LINES, title, "size (megapixels)", "time (ms)");
    chart->log_x = chart->log_y = true;
    for (int impl = 0; effect_error_diffusion.impls[impl]; impl++) {
        const struct suite_key key = { .kernel = kernel, .impl = impl };
        add_series(run, trials, kernel, &key, chart, effect_error_diffusion.impls[impl]->name);
    }
    add_series(run, trials, kernel, NULL, chart, "serial C");
    const struct suite_key dithered = { .line = 1 + CHARTED, .form = DITHERED };
    add_series(run, trials, kernel, &dithered, chart, "ordered, with a tone curve");
}

// ---- table

static const struct table_column columns[] = {
    { "size", TABLE_WORDS }, { "kernel", TABLE_WORDS }, { "impl", TABLE_WORDS }, { "ms", 3 },
    { "Mpixel/s", 1, 1 },    { "times serial C", 2 },   { "copies", 2 },         { 0 },
};

// A row of the table.
struct row {
    struct suite_size size;
    const char *kernel, *impl;
    const struct suite_variant *variant; // NULL: it is serial C itself
    double serial;                       // milliseconds of serial C; NaN: interrupted
};

static void add_row(struct suite_run *run, const struct row *row)
{
    struct table *table = &run->table;
    const double ms = row->variant ? suite_median(row->variant) : row->serial;
    table_words(table, "%dx%d", row->size.width, row->size.height);
    table_words(table, "%s", row->kernel);
    table_words(table, "%s", row->impl);
    if (row->variant && suite_skips(run, row->variant))
        return;
    if (isnan(ms)) { // nothing but a signal keeps serial C from running
        table_rest(table, "skipped: %s", suite_interrupted);
        return;
    }
    table_numbers(table, ms, row->size.width * (double) row->size.height / ms * 1e-3,
                  row->serial / ms, row->variant ? row->variant->in_copies : NAN);
}

static void report_size(struct suite_run *run, const struct dither_trials *trials, int place)
{
    const struct effect_impl *const *impls = effect_error_diffusion.impls;
    const int i = trials->sizes[place];
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++) {
        struct row row = {
            .size = size_of(run, i),
            .kernel = name_of(kernel),
            .serial = trials->all[kernel][place].serial.median,
        };
        if (!takes_kernel(run, kernel))
            continue;
        for (int impl = 0; impls[impl]; impl++) {
            row.impl = impls[impl]->name;
            row.variant = find_impl(run, i, kernel, impl);
            add_row(run, &row);
        }
        row.impl = "serial C";
        row.variant = NULL;
        add_row(run, &row);
    }
    for (int line = 0; line < ORDERED && takes_ordered(run, i); line++) {
        const struct row row = {
            .size = size_of(run, i),
            .kernel = "ordered",
            .impl = ordered[line].dithered,
            .variant = find_ordered(run, i, line, DITHERED),
            .serial = trials->all[0][place].serial.median, // floyd_steinberg's
        };
        add_row(run, &row);
    }
}

// ---- in words

static void say_kernel(struct suite_run *run, const struct dither_trials *trials, int kernel)
{
    char text[SUITE_TEXT_SIZE];
    const double drift = steady_drift(&run->steady);
    const struct dither_trial *of_kernel = trials->all[kernel];
    for (int place = 0; place < trials->count; place++) {
        dither_describe(&of_kernel[place], name_of(kernel), drift, text, sizeof(text));
        suite_say(run, "%s", text);
    }
    if (trials->count < 2) // one size has none before it
        return;
    dither_describe_crossing(of_kernel, trials->count, name_of(kernel), drift, text, sizeof(text));
    suite_say(run, "%s", text);
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

static void report_dither(struct suite_run *run)
{
    struct dither_trials trials;
    table_init(&run->table, columns);
    take_trials(run, &trials);
    for (int place = 0; place < trials.count; place++)
        report_size(run, &trials, place);
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++)
        if (takes_kernel(run, kernel)) {
            say_kernel(run, &trials, kernel);
            draw_kernel(run, &trials, kernel);
        }
    for (int place = 0; place < trials.count; place++) {
        const int i = trials.sizes[place];
        const struct suite_size size = size_of(run, i);
        for (int line = 0; takes_ordered(run, i) && line < ORDERED; line++) {
            const struct suite_variant *dithered = find_ordered(run, i, line, DITHERED);
            const struct suite_variant *alone = find_ordered(run, i, line, ALONE);
            const double ratio = suite_median(dithered) / suite_median(alone);
            if (suite_has_run(dithered) && suite_has_run(alone))
                suite_say_ratio(run, ratio, "%dx%d: %s takes %.2f of %s alone", size.width,
                                size.height, ordered[line].dithered, ratio, ordered[line].alone);
        }
    }
    say_serial(run, &trials);
    suite_say(run, "cpu reads back and uploads beside the serial C; ordered is compared "
                   "with floyd_steinberg in C");
}

const struct suite suite_dither = {
    .name = "dither",
    .summary = "error diffusion on the GPU beside serial C and ordered dither",
    .has_serial = true,
    .list = list_dither,
    .report = report_dither,
};
