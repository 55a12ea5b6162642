// Times error diffusion to four colours: every kernel and implementation at several sizes, the same
// in serial C on one core, and ordered dither, which is part of a pass that runs anyway.

#include "app/suite/suites.h"
#include "app/text/clock.h"
#include "effects/error_diffusion/error_diffusion.h"

#define LOG_MODULE "suite"
#include "render/text/log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct suite_size sizes[] = { { 640, 360 }, { 1920, 1080 }, { 3840, 2160 } };

enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

enum { KEY_SIZE, KEY_KERNEL, KEY_IMPL };

// Ordered dither in passes that run anyway; these have no kernel.
static const struct pass_pair {
    const char *alone, *dithered; // chains
} pairs[] = {
    { "encode", "encode,dither:palette=gameboy" },
    { "encode", "encode,dither:palette=cga" },
    { "encode", "encode,dither:bits=2" },
    { "tonemap:curve=agx", "tonemap:curve=agx,dither:palette=gameboy" },
    { "tonemap:curve=agx", "tonemap:curve=agx,dither:palette=cga" },
    { "tonemap:curve=agx", "tonemap:curve=agx,dither:bits=2" },
};

enum { PAIRS = sizeof(pairs) / sizeof(pairs[0]), ALONE = -1, DITHERED = -2, FIRST_PAIR = 100 };

static const char *const quick_kernels[] = { "floyd_steinberg", "jarvis", "atkinson" };

static const char *kernel_name(int kernel)
{
    const struct param *row = param_find(effect_error_diffusion.params, "kernel", strlen("kernel"));
    return row->choices[kernel];
}

static bool takes_kernel(const struct suite_run *run, int kernel)
{
    bool wanted = !run->options->quick;
    for (int i = 0; i < (int) (sizeof(quick_kernels) / sizeof(quick_kernels[0])); i++)
        wanted = wanted || strcmp(quick_kernels[i], kernel_name(kernel)) == 0;
    return wanted;
}

static int count_sizes(const struct suite_run *run)
{
    return run->options->width > 0 || run->options->quick ? 1 : SIZES;
}

static void set_keys(struct suite_variant *variant, int size, int kernel, int impl)
{
    const int keys[SUITE_KEYS] = { size, kernel, impl };
    memcpy(variant->keys, keys, sizeof(keys));
    variant->displays = true;
}

static void list_size(struct suite_run *run, int i)
{
    const struct suite_size size = suite_size(run, sizes[i].width, sizes[i].height);
    const struct effect_impl *const *impls = effect_error_diffusion.impls;
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++)
        for (int impl = 0; takes_kernel(run, kernel) && impls[impl]; impl++) {
            struct suite_variant *variant = suite_add(
                run, size, FORMAT_RGBA16F, "error_diffusion:kernel=%s:palette=gameboy:impl=%s",
                kernel_name(kernel), impls[impl]->name);
            set_keys(variant, i, kernel, impl);
            variant->step = effect_error_diffusion.name;
            variant->waits = strcmp(impls[impl]->name, "cpu") == 0;
        }
    for (int pair = 0; pair < PAIRS; pair++) {
        set_keys(suite_add(run, size, FORMAT_RGBA16F, "%s", pairs[pair].dithered), i,
                 FIRST_PAIR + pair, DITHERED);
        set_keys(suite_add(run, size, FORMAT_RGBA16F, "%s", pairs[pair].alone), i,
                 FIRST_PAIR + pair, ALONE);
    }
}

static void list_dither(struct suite_run *run)
{
    for (int i = 0; i < count_sizes(run); i++)
        list_size(run, i);
}

// ---- serial C

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

// Returns the milliseconds on one core, from whole numbers to the numbers of colours.
static double time_serial(const struct suite_run *run, int kernel, struct suite_size size)
{
    enum { MOST = 3 };
    const int count = run->rounds < MOST ? run->rounds : MOST;
    const struct error_diffusion_params params = { .kernel = kernel,
                                                   .palette = "gameboy",
                                                   .strength = 1 };
    const size_t pixels = (size_t) size.width * (size_t) size.height;
    struct diffusion diffusion;
    uint32_t *words = malloc(3 * pixels * sizeof(*words));
    double times[MOST];
    if (!words)
        log_fatal("out of memory");
    diffusion_init(&diffusion, &params, 8);
    fill(words, size);
    for (int i = 0; i < count; i++)
        times[i] = time_once(&diffusion, words, words + 2 * pixels, size);
    free(words);
    return stats_median(times, count);
}

// ---- table

static const struct sheet_column columns[] = {
    { "size", SHEET_WORDS }, { "kernel", SHEET_WORDS }, { "impl", SHEET_WORDS }, { "ms", 3 },
    { "Mpixel/s", 1 },       { "times serial C", 2 },   { "copies", 2 },         { 0 },
};

static void add_kernel(struct suite_run *run, struct suite_size size, const char *kernel,
                       const char *impl, const struct suite_variant *variant, double ms,
                       double serial)
{
    struct sheet *sheet = &run->sheet;
    sheet_words(sheet, "%dx%d", size.width, size.height);
    sheet_words(sheet, "%s", kernel);
    sheet_words(sheet, "%s", impl);
    sheet_number(sheet, ms);
    sheet_number(sheet, size.width * (double) size.height / ms * 1e-3);
    sheet_number(sheet, serial / ms);
    sheet_number(sheet, suite_has_run(variant) ? variant->copies : NAN);
}

static void report_kernel(struct suite_run *run, int i, struct suite_size size, int kernel,
                          double serial)
{
    const struct effect_impl *const *impls = effect_error_diffusion.impls;
    for (int impl = 0; impls[impl]; impl++) {
        const int keys[SUITE_KEYS] = { i, kernel, impl };
        const struct suite_variant *variant = suite_with_keys(run, keys);
        add_kernel(run, size, kernel_name(kernel), impls[impl]->name, variant,
                   suite_median(variant), serial);
    }
    add_kernel(run, size, kernel_name(kernel), "serial C", NULL, serial, serial);
}

// `serial`: milliseconds of floyd_steinberg in C.
static void report_pair(struct suite_run *run, int i, struct suite_size size, int pair,
                        double serial)
{
    const int keys[SUITE_KEYS] = { i, FIRST_PAIR + pair, DITHERED };
    const int alone_keys[SUITE_KEYS] = { i, FIRST_PAIR + pair, ALONE };
    const struct suite_variant *dithered = suite_with_keys(run, keys);
    const struct suite_variant *alone = suite_with_keys(run, alone_keys);
    add_kernel(run, size, "ordered", pairs[pair].dithered, dithered, suite_median(dithered),
               serial);
    suite_say(run, "%dx%d: %s takes %.2f of %s alone", size.width, size.height,
              pairs[pair].dithered, suite_median(dithered) / suite_median(alone),
              pairs[pair].alone);
}

static void report_size(struct suite_run *run, int i)
{
    const struct suite_size size = suite_size(run, sizes[i].width, sizes[i].height);
    double first = NAN;
    log_note("dither: serial C at %dx%d", size.width, size.height);
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++) {
        if (!takes_kernel(run, kernel))
            continue;
        const double serial = time_serial(run, kernel, size);
        first = isnan(first) ? serial : first;
        report_kernel(run, i, size, kernel, serial);
    }
    for (int pair = 0; pair < PAIRS; pair++)
        report_pair(run, i, size, pair, first);
}

static void report_dither(struct suite_run *run)
{
    sheet_init(&run->sheet, columns);
    for (int i = 0; i < count_sizes(run); i++)
        report_size(run, i);
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
