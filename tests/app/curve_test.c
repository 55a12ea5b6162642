// The view of tone curves: what it shows is what the effect's reference makes of grey light.

#include "app/window/view/distribution.h"
#include "effects/pointwise/tonemap_curve.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/chain_fixture.h"

#include <math.h>

enum { COUNT = 2 * (CURVE_MOST_EV - CURVE_LEAST_EV) + 1 };

static void assert_near(double got, double wanted, double tolerance, const char *what)
{
    if (!(fabs(got - wanted) <= tolerance))
        fail_msg("%s: %.9g, not %.9g", what, got, wanted);
}

TEST(stops_count_from_middle_grey)
{
    assert_near(curve_light(0), 0.18, 0, "0 EV");
    assert_near(curve_light(3), 1.44, 1e-15, "3 EV");
    assert_near(curve_light(-1), 0.09, 1e-15, "-1 EV");
}

// What the reference makes of a row of greys, one for each place of the view.
static void shade_greys(const struct chain *chain, struct image *output)
{
    struct image source;
    image_init(&source, COUNT, 1, IMAGE_TYPE_F64);
    for (int i = 0; i < COUNT; i++) {
        double *texel = image_at(&source, i, 0);
        texel[0] = texel[1] = texel[2] = 0.18 * pow(2, CURVE_LEAST_EV + i / 2.0);
        texel[3] = 1;
    }
    reference_run_chain(chain, &source, 8, 0, output);
    image_finish(&source);
}

TEST(the_view_is_what_becomes_of_grey)
{
    static const char *const texts[] = {
        "tonemap:curve=linear",
        "tonemap:curve=reinhard",
        "tonemap:curve=reinhard_extended:white=8",
        "tonemap:curve=hable:exposure=-3.5",
        "tonemap:curve=aces",
        "tonemap:curve=aces_hill:exposure=2",
        "tonemap:curve=agx",
        "tonemap:curve=neutral",
        "tonemap:curve=gt:exposure=0.25",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        const struct chain chain = parse_chain(texts[i]);
        struct image made;
        float values[COUNT];
        shade_greys(&chain, &made);
        curve_sample(&chain.steps[0], COUNT, values);
        for (int x = 0; x < COUNT; x++)
            for (int c = 0; c < 3; c++)
                assert_near((double) values[x], ((double *) image_at(&made, x, 0))[c], 1e-3,
                            texts[i]);
        image_finish(&made);
    }
}

// Numbers that were published, encoded by the formula of IEC 61966-2-1 here.
TEST(middle_grey_has_published_values)
{
    static const struct {
        int curve;
        double light, display;
    } rows[] = {
        { TONEMAP_LINEAR, 0.18, 0.18 },      { TONEMAP_REINHARD, 0.18, 0.18 / 1.18 },
        { TONEMAP_REINHARD_EXTENDED, 4, 1 }, { TONEMAP_ACES, 0.18, 0.26689 },
        { TONEMAP_NEUTRAL, 0.18, 0.14 },     { TONEMAP_GT, 0.22, 0.22 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct tonemap_params params = { 0, rows[i].curve, 4 };
        const double wanted = 1.055 * pow(rows[i].display, 1 / 2.4) - 0.055;
        assert_near(tonemap_curve_value(&params, rows[i].light), wanted, 1e-4, "middle grey");
        const struct tonemap_params darker = { -2, rows[i].curve, 4 };
        assert_near(tonemap_curve_value(&darker, 4 * rows[i].light), wanted, 1e-4, "exposed");
    }
}

TEST(the_step_with_a_curve_is_found)
{
    struct chain chain = parse_chain("threshold,-tonemap,tonemap:curve=gt,tonemap");
    assert_ptr_equal(curve_find(&chain), &chain.steps[2]);
    chain = parse_chain("threshold,-tonemap");
    assert_null(curve_find(&chain));
    chain = parse_chain("");
    assert_null(curve_find(&chain));
}

RUN_TESTS(NULL, NULL)
