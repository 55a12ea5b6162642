#define LOG_MODULE "suite"
#include "app/suite/dither/dither_trials.h"

#include "app/suite/run/suite_tools.h"
#include "app/text/clock.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <stdlib.h>

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

const struct suite_variant *dither_trials_fastest(const struct suite_run *run, int i, int kernel)
{
    const struct suite_variant *best = NULL;
    for (int impl = 0; effect_error_diffusion.impls[impl]; impl++) {
        const struct suite_variant *variant = dither_runs_variant(run, i, kernel, impl);
        if (variant && !variant->waits)
            best = suite_faster(best, variant);
    }
    return best;
}

void dither_trials_take(const struct suite_run *run, struct dither_trials *trials)
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
                trial->impl = effect_error_diffusion.impls[best->keys[DITHER_KEY_IMPL]]->name;
                trial->gpu = best->time;
            }
        }
        trials->sizes[trials->count++] = i;
    }
}
