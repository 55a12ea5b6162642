#pragma once

#include "tests/chain_fixture.h"

#include <math.h>
#include <stdio.h>

#define assert_near(value, expected, tolerance) \
    assert_true(fabs((value) - (expected)) <= (tolerance))

// Row `index` of those that fit the step and a picture of any size, by its name; NULL past the
// last. Without those that promise nothing, being off by as much as the light itself.
static inline const char *blur_row(const char *text, int index)
{
    const struct chain chain = parse_chain(text);
    const struct effect_impl *impl = chain.steps[0].effect->impls;
    for (; impl->name; impl++) {
        char why[EFFECT_WHY_SIZE];
        const struct effect_call call = { .gpu = gpu_fixture(),
                                          .params = chain.steps[0].params,
                                          .impl = impl,
                                          .width = 64,
                                          .height = 64,
                                          .format = FORMAT_RGBA32F };
        if (impl->error < 1 && effect_impl_fits(&call, why) && index-- == 0)
            return impl->name;
    }
    return NULL;
}

// One step, "dual:sigma=3", by one of its rows. The output is made here.
static inline void run_blur(const char *text, const char *row, enum texture_format format,
                            const struct image *source, struct image *output)
{
    char with_row[128];
    snprintf(with_row, sizeof(with_row), "%s:impl=%s", text, row);
    const struct chain chain = parse_chain(with_row);
    const struct plan_options options = { .format = format, .linear = true };
    run_chain(&chain, &options, source, output);
}
