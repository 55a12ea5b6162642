// Times error diffusion to four colours: every kernel and implementation at several sizes, the same
// in serial C on one core, and ordered dither, which is part of a pass that runs anyway.

#include "app/suite/dither/suite_dither.h"

#include "app/suite/dither/dither_report.h"
#include "app/suite/dither/dither_runs.h"

#include <string.h>

static void set_keys(struct suite_variant *variant, int size, int kernel, int impl)
{
    variant->keys[DITHER_KEY_SIZE] = size;
    variant->keys[DITHER_KEY_KERNEL] = kernel;
    variant->keys[DITHER_KEY_IMPL] = impl;
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
            set_keys(variant, i, kernel, impl);
            variant->step = effect_error_diffusion.name;
            variant->waits = strcmp(impls[impl]->name, "cpu") == 0;
        }
}

static void list_pairs(struct suite_run *run, int i)
{
    const struct suite_size size = dither_runs_size(run, i);
    for (int pair = 0; pair < DITHER_PAIRS; pair++) {
        set_keys(suite_add(run, size, FORMAT_RGBA16F, "%s", dither_runs_pairs[pair].dithered), i,
                 DITHER_FIRST_PAIR + pair, DITHER_DITHERED);
        set_keys(suite_add(run, size, FORMAT_RGBA16F, "%s", dither_runs_pairs[pair].alone), i,
                 DITHER_FIRST_PAIR + pair, DITHER_ALONE);
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
