#pragma once

#include "tests/chain_fixture.h"

#include <math.h>
#include <stdio.h>

#define assert_near(value, expected, tolerance) \
    assert_true(fabs((value) - (expected)) <= (tolerance))

// The implementation rows that both blurs have.
static const char *const rows[] = { "fragment", "compute" };

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
