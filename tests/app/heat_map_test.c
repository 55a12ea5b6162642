// The colours of heat maps: their order is seen by the lightness alone, in even steps.

#include "app/compare/compare.h"
#include "effects/colour.h"
#include "tests/fixtures/cmocka.h"

static double lightness_at(double share)
{
    uint8_t colour[3];
    double display[3], linear[3], renderer[3];
    heat_map_colour(share, colour);
    for (int c = 0; c < 3; c++)
        display[c] = colour[c] / 255.0;
    colour_decode(display, linear);
    colour_lab(linear, renderer);
    return renderer[0];
}

TEST(lightness_grows_evenly)
{
    enum { STEPS = 20 };
    const double first = lightness_at(1e-9), last = lightness_at(1);
    const double even = (last - first) / STEPS;
    double before = first;
    assert_true(lightness_at(0) < 1 && last > 95);
    for (int i = 1; i <= STEPS; i++) {
        const double here = lightness_at((double) i / STEPS);
        if (!(here - before > 0.75 * even && here - before < 1.25 * even))
            fail_msg("step %d is %.2f in L*, not %.2f", i, here - before, even);
        before = here;
    }
}

TEST(what_lies_outside_is_at_the_ends)
{
    assert_true(lightness_at(-1) == lightness_at(0));
    assert_true(lightness_at(2) == lightness_at(1));
    assert_true(lightness_at(NAN) == lightness_at(0));
}

TEST(the_least_difference_is_seen)
{
    assert_true(lightness_at(1e-9) > 15);
}
