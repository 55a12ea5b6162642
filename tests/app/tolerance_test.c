// The grammar of tolerances, and when a value is beyond one.

#include "app/compare/compare.h"
#include "tests/fixtures/cmocka.h"

static struct tolerance tolerance;
static void right(const char *text, bool is_light)
{
    if (!tolerance_parse(&tolerance, text, is_light, &error))
        fail_msg("%s: %s", text, error.text);
}

static void assert_limit(enum tolerance_limit limit, double expected)
{
    assert_true(tolerance.given[limit]);
    assert_true(fabs(tolerance.limits[limit] - expected) <= 1e-7 * fabs(expected));
}

TEST(limits_are_read_in_their_units)
{
    right("max=2,share=0.01%,psnr=40,ssim=0.98,mean=0.1", false);
    assert_limit(TOLERANCE_MAX, 2 / 255.0);
    assert_limit(TOLERANCE_SHARE, 0.0001);
    assert_limit(TOLERANCE_PSNR, 40);
    assert_limit(TOLERANCE_SSIM, 0.98);
    assert_limit(TOLERANCE_MEAN, 0.1 / 255);
    assert_false(tolerance.is_blurred);
    right("max=2,mean=0.1,share=0.25,flip=0.05", true);
    assert_limit(TOLERANCE_FLIP, 0.05);
    assert_limit(TOLERANCE_MAX, 2);
    assert_limit(TOLERANCE_MEAN, 0.1);
    assert_limit(TOLERANCE_SHARE, 0.25);
    assert_false(tolerance.given[TOLERANCE_PSNR]);
}

TEST(max_alone_means_no_texel_beyond)
{
    right("max=3", false);
    assert_limit(TOLERANCE_SHARE, 0);
    right("psnr=30", false);
    assert_false(tolerance.given[TOLERANCE_SHARE]);
}

TEST(every_name_means_limits)
{
    for (const struct tolerance_name *row = tolerance_names; row->name; row++)
        for (int is_light = 0; is_light < 2; is_light++) {
            struct tolerance named;
            right(row->name, is_light);
            named = tolerance;
            right(is_light ? row->light : row->display, is_light);
            assert_memory_equal(named.limits, tolerance.limits, sizeof(named.limits));
            assert_memory_equal(named.given, tolerance.given, sizeof(named.given));
            assert_int_equal(named.is_blurred, strcmp(row->name, "dithered") == 0);
        }
}

TEST(what_is_given_goes_before_the_name)
{
    right("dithered,psnr=25", false);
    assert_limit(TOLERANCE_PSNR, 25);
    assert_true(tolerance.given[TOLERANCE_STRUCTURE] && tolerance.is_blurred);
    right("exact,share=50%", false);
    assert_limit(TOLERANCE_MAX, 0);
    assert_limit(TOLERANCE_SHARE, 0.5);
}

// tests/cases/options.txt has the other mistakes.
TEST(a_mistake_changes_nothing)
{
    tolerance.limits[0] = 4711;
    assert_fails(tolerance_parse(&tolerance, "", false, &error), "there is max, share");
    assert_fails(tolerance_parse(&tolerance, "max=1,exact", false, &error), "no 'exact'");
    assert_true(tolerance.limits[0] == 4711);
}

TEST(beyond_is_more_than_a_rounding)
{
    right("max=2,psnr=40", false);
    for (int i = 0; i <= 253; i++)
        assert_false(tolerance_is_exceeded(&tolerance, TOLERANCE_MAX, (i + 2) / 255.0 - i / 255.0));
    assert_true(tolerance_is_exceeded(&tolerance, TOLERANCE_MAX, 2 / 255.0 + 1 / 65535.0));
    assert_true(tolerance_is_exceeded(&tolerance, TOLERANCE_MAX, NAN));
    assert_false(tolerance_is_exceeded(&tolerance, TOLERANCE_PSNR, INFINITY));
    assert_false(tolerance_is_exceeded(&tolerance, TOLERANCE_PSNR, 40));
    assert_true(tolerance_is_exceeded(&tolerance, TOLERANCE_PSNR, 39.99));
    assert_true(tolerance_is_exceeded(&tolerance, TOLERANCE_PSNR, NAN));
    assert_false(tolerance_is_exceeded(&tolerance, TOLERANCE_SSIM, -1)); // is not limited
    right("exact", false);
    assert_false(tolerance_is_exceeded(&tolerance, TOLERANCE_MAX, 0));
    assert_true(tolerance_is_exceeded(&tolerance, TOLERANCE_MAX, 1e-9));
}

static void assert_explained(enum tolerance_limit limit, double value, bool is_light,
                             const char *expected)
{
    char text[128];
    tolerance_explain(&tolerance, limit, value, is_light, text, sizeof(text));
    assert_string_equal(text, expected);
}

// With as many digits as tell the two apart.
TEST(a_value_is_beside_its_limit)
{
    right("max=1,share=0.01%,mean=0.5,psnr=38,ssim=0.98,flip=0.05", false);
    assert_explained(TOLERANCE_MAX, 30 / 255.0, false,
                     "the largest difference is 30 of 255, 1 allowed");
    assert_explained(TOLERANCE_SHARE, 0.475, false,
                     "47.5 % of texels differ by more than 1 of 255, 0.01 % allowed");
    assert_explained(TOLERANCE_MEAN, 0.50004 / 255, false,
                     "the mean difference is 0.50004 of 255, 0.5 allowed");
    assert_explained(TOLERANCE_PSNR, 37.997, false, "PSNR is 37.997 dB, 38 needed");
    assert_explained(TOLERANCE_SSIM, 0.25, false, "SSIM is 0.25, 0.98 needed");
    assert_explained(TOLERANCE_FLIP, 0.125, false, "FLIP is 0.125, 0.05 allowed");
    right("share=1%", false);
    assert_explained(TOLERANCE_SHARE, 1, false, "100 % of texels differ, 1 % allowed");
    right("max=0.5,share=1%", true);
    assert_explained(TOLERANCE_MAX, 2, true, "the largest difference is 2, 0.5 allowed");
    assert_explained(TOLERANCE_SHARE, 0.5, true,
                     "50 % of texels differ by more than 0.5, 1 % allowed");
}
