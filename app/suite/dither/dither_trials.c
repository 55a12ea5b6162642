#define LOG_MODULE "suite"
#include "app/suite/dither/dither_trials.h"

#include "app/suite/dither/dither_serial.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

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
