#include "effects/auto/impl_programs.h"
#include "effects/box/box.h"
#include "render/text/step_text.h"
#include "render/text/text.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

EFFECT_IMPL_DECLARE(box_cs_running)

// The widths of boxes, up to the limit, and the weights of their texels. What their closed forms
// say is held against the reference in tests/effects/sigma_test.c.

static double square(double x)
{
    return x * x;
}

TEST(a_box_is_as_wide_as_asked_for)
{
    for (int n = 1; n <= BOX_MAX_ITERATIONS; n++)
        for (double sigma = 0.001; sigma <= BOX_MAX_SIGMA; sigma *= 1.003) {
            const struct box box = box_of_width(sigma, n);
            assert_compare(box.radius, >=, 0);
            assert_compare(box_reach(&box), <=, BOX_MAX_REACH);
            assert_true(sigma > box_max_sigma(n) || box.radius <= BOX_MAX_RADIUS);
            assert_compare(box.end, >=, 0);
            assert_compare(box.end, <, 1);
            assert_near(box_width(&box), sigma, n == 1 ? 1e-6 : 0.004 * sigma);
        }
}

TEST(radii_meet_without_a_step)
{
    for (int r = 1; r <= BOX_MAX_RADIUS; r++) {
        const struct box whole = { r, 0, 2 };
        const struct box below = box_of_width(box_width(&whole) - 1e-9, 2);
        const struct box above = box_of_width(box_width(&whole) + 1e-9, 2);
        assert_near(below.radius + below.end, r, 1.0 / 256);
        assert_near(above.radius + above.end, r, 1.0 / 256);
    }
}

TEST(the_widest_box_is_the_limit)
{
    static const double printed[] = { 73.6, 104.1, 127.5 };
    for (int n = 1; n <= BOX_MAX_ITERATIONS; n++) {
        assert_near(box_max_sigma(n), printed[n - 1], 0.051);
        const struct box box = box_of_width(1000, n);
        assert_near(box_width(&box), 250, 0.004);
    }
}

TEST(no_width_is_a_copy)
{
    for (int n = 1; n <= BOX_MAX_ITERATIONS; n++) {
        double weights[BOX_MAX_WEIGHTS];
        const struct box box = box_of_width(0, n);
        assert_int_equal(box_reach(&box), 0);
        assert_int_equal(box_weights(&box, weights), 1);
        assert_near(weights[0], 1, 0);
    }
}

static void assert_weights(const struct box *box)
{
    double weights[BOX_MAX_WEIGHTS], sum = 0, variance = 0;
    const int count = box_weights(box, weights), middle = box_reach(box);
    assert_int_equal(count, 2 * middle + 1);
    for (int i = 0; i < count; i++) {
        assert_compare(weights[i], >, 0);
        assert_near(weights[i], weights[count - 1 - i], 1e-12);
        sum += weights[i];
        variance += weights[i] * square(i - middle);
    }
    assert_near(sum, 1, 1e-9);
    assert_near(sqrt(variance), box_width(box), 1e-6);
}

TEST(weights_have_the_width_and_no_shift)
{
    for (int n = 1; n <= BOX_MAX_ITERATIONS; n++)
        for (int r = 0; r <= BOX_MAX_RADIUS; r += r < 10 ? 1 : 13)
            for_each_of(double, end, 0, 0.01, 0.5, 0.99) {
                const struct box box = { r, *end, n };
                assert_weights(&box);
            }
}

TEST(sums_restart_often_enough)
{
    for (int n = 1; n <= BOX_MAX_ITERATIONS; n++)
        for (int r = 0; r <= BOX_MAX_RADIUS; r++) {
            const struct box box = { r, 0.5, n };
            assert_in_range(box_restart(&box), 1, 1024);
            if (n > 1)
                assert_compare(box_restart(&box), <=, 4 * (2 * r + 1));
        }
}

TEST(running_sums_read_as_many_texels_at_once_as_asked_for)
{
    for_each_case(one, "box_batches.txt") {
        const struct context_info info = { .software = text_begins_with(one.text, "llvmpipe") };
        const struct chain_step *step = &chain_of(strchr(one.trimmed, ' ') + 1)->steps[0];
        const struct effect_site site = { .info = &info,
                                          .effect = step->effect,
                                          .params = step->params,
                                          .width = 64,
                                          .height = 64,
                                          .format = FORMAT_RGBA16F };
        char defines[IMPL_DEFINES_SIZE];
        struct step_writer writer = { .out = defines, .size = sizeof(defines) };
        box_cs_running.write_defines(&site, &writer);
        assert_contains(defines,
                        formatted(" ROW_BATCH=%s COLUMN_BATCH=%s", one.expected, one.expected));
    }
}
