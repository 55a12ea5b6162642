// The pointwise effects in their references: published values of the curves, and properties.
// app/harness holds the shaders against the references.

#include "effects/colour.h"
#include "effects/pointwise/pointwise.h"
#include "effects/reference/reference.h"
#include "render/image/srgb.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

// ---- colour

TEST(the_transfer_function_is_the_published_one)
{
    assert_within(reference_srgb_encode(0), 0, 0, "0");
    assert_within(reference_srgb_encode(1), 1, 1e-15, "1");
    assert_within(reference_srgb_encode(0.0031308), 0.04045, 1e-6, "end of the line");
    assert_within(reference_srgb_encode(0.18), 0.461356, 1e-6, "middle grey");
    assert_within(reference_srgb_encode(0.5), 0.735357, 1e-6, "half the light");
    assert_within(reference_srgb_decode(0.5), 0.214041, 1e-6, "half the value");
    for (int i = 0; i <= 1000; i++) {
        const double value = i / 1000.0;
        assert_within(reference_srgb_decode(reference_srgb_encode(value)), value, 1e-7,
                      "there and back");
        assert_within(srgb_encode(value), reference_srgb_encode(value), 1e-15, "the program's own");
        assert_within(srgb_decode(value), reference_srgb_decode(value), 1e-15, "and back");
    }
}

TEST(lab_and_oklab_give_published_values)
{
    static const struct {
        double linear[3], lab[3], oklab[3];
    } rows[] = {
        { { 1, 1, 1 }, { 100, 0, 0 }, { 1, 0, 0 } },
        { { 1, 0, 0 }, { 53.24, 80.09, 67.20 }, { 0.62796, 0.22486, 0.12585 } },
        { { 0, 1, 0 }, { 87.74, -86.18, 83.18 }, { 0.86644, -0.23389, 0.17950 } },
        { { 0, 0, 1 }, { 32.30, 79.19, -107.86 }, { 0.45201, -0.03246, -0.31153 } },
        { { 0.18, 0.18, 0.18 }, { 49.496, 0, 0 }, { 0.56462, 0, 0 } },
        { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    };
    for_each(row, rows) {
        double lab[3], oklab[3];
        colour_lab(row->linear, lab);
        colour_oklab(row->linear, oklab);
        for (int c = 0; c < 3; c++) {
            assert_within(lab[c], row->lab[c], 0.05, "L*a*b*");
            assert_within(oklab[c], row->oklab[c], 2e-5, "Oklab");
            if (c > 0 && row->oklab[1] == 0)
                assert_within(oklab[c], 0, 1e-7, "a grey in Oklab");
        }
    }
}

// ---- threshold

static double keep_grey(double light)
{
    const double in[4] = { light, light, light, 1 };
    double out[4];
    reference_shade("threshold:level=1:knee=0.5", in, in, out);
    assert_within(out[0], out[1], 1e-12, "grey stays grey");
    return out[0];
}

TEST(threshold_has_a_smooth_knee)
{
    const double tiny = 1e-5;
    for (double light = 0; light < 4; light += 0.01) {
        const double kept = keep_grey(light);
        const double slope = (keep_grey(light + tiny) - kept) / tiny;
        assert_compare(kept, >=, 0);
        assert_compare(kept, <=, light);
        assert_compare(slope, >=, -1e-6);
        assert_compare(slope, <=, 1 + 1e-6);
        if (light < 0.5)
            assert_within(kept, 0, 0, "below the knee");
        if (light > 1.5)
            assert_within(kept, light - 1, 1e-12, "above the knee");
    }
}

// ---- steps

TEST(texels_become_what_can_be_worked_out)
{
    for_each_case(one, "texels.txt") {
        const char *text = next_line(&one.text), *texel = next_line(&one.text);
        double in[4], source[4], out[4], expected[4], within;
        const int count = sscanf(texel, "%lf %lf %lf %lf over %lf %lf %lf %lf", &in[0], &in[1],
                                 &in[2], &in[3], &source[0], &source[1], &source[2], &source[3]);
        assert_scanned(5, one.expected, "%lf %lf %lf %lf within %lf", &expected[0], &expected[1],
                       &expected[2], &expected[3], &within);
        assert_true(count == 4 || count == 8);
        reference_shade(text, count == 8 ? source : in, in, out);
        for (int c = 0; c < 4; c++)
            assert_within(out[c], expected[c], within, one.trimmed);
    }
}

// ---- tonemap

static double map_grey(const char *curve, double light)
{
    const double in[4] = { light, light, light, 1 };
    double out[4];
    reference_shade(formatted("tonemap:white=4:exposure=0:curve=%s", curve), in, in, out);
    return out[1];
}

static const char *curve_name(int curve)
{
    const struct param *row = param_find(effect_tonemap.params, "curve");
    return param_choice(row, curve);
}

TEST(curves_are_monotone_on_grey_from_black)
{
    for (int curve = 0; curve < TONEMAP_CURVE_COUNT; curve++) {
        double last = 0;
        assert_within(map_grey(curve_name(curve), 0), 0, 1e-12, curve_name(curve));
        for (double ev = -20; ev < 16; ev += 1.0 / 64) {
            const double value = map_grey(curve_name(curve), exp2(ev));
            if (!(value >= last && value <= 1))
                fail_msg("%s at %g: %.9g after %.9g", curve_name(curve), exp2(ev), value, last);
            last = value;
        }
        assert_compare(last, >, 0.95);
    }
}

TEST(curves_give_published_values)
{
    for_each_case(one, "curves.txt") {
        char curve[32];
        double light, expected, within;
        assert_scanned(2, one.text, "%31s %lf", curve, &light);
        assert_scanned(2, one.expected, "%lf within %lf", &expected, &within);
        assert_within(reference_srgb_decode(map_grey(curve, light)), expected, within, one.trimmed);
    }
}

TEST(curves_are_for_straight_colour)
{
    const double opaque[4] = { 0.7, 1.6, 0.2, 1 }, half[4] = { 0.35, 0.8, 0.1, 0.5 };
    const double light[4] = { 0.7, 1.6, 0.2, 0 };
    for (int curve = 0; curve < TONEMAP_CURVE_COUNT; curve++) {
        const char *text = formatted("tonemap:exposure=0.5:curve=%s", curve_name(curve));
        double a[4], b[4], c[4];
        reference_shade(text, opaque, opaque, a);
        reference_shade(text, half, half, b);
        reference_shade(text, light, light, c);
        for (int i = 0; i < 3; i++) {
            assert_within(b[i], a[i], 1e-12, "half covered");
            assert_within(c[i], a[i], 1e-12, "light without cover");
        }
        assert_within(b[3], 0.5, 0, "alpha");
        assert_within(c[3], 0, 0, "alpha");
    }
}

// ---- chains

TEST(every_effect_has_a_reference)
{
    for (int i = 0; effects[i]; i++) {
        const struct reference *reference = references;
        while (reference->effect && reference->effect != effects[i])
            reference++;
        if (!reference->effect)
            fail_msg("%s has none", effects[i]->name);
    }
}

TEST(a_chain_skips_what_is_off_or_outside)
{
    const struct chain chain =
        parse_chain("exposure:ev=1:roi=0.5/0/1/1,-exposure:ev=9,saturation:factor=0:roi=0/0/1/0.5");
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, 9, 7);
    LOCAL_IMAGE output = reference_of(&chain, &source, 0);
    for_each_place(x, y, 9, 7) {
        const double gain = x >= 4 ? 2 : 1; // the centre of column 4 lies on 0.5
        const double *in = image_at(&source, x, y), *out = image_at(&output, x, y);
        if (y >= 3)
            assert_within(out[0], fmin(gain * in[0], 65504), 1e-12, "exposed on the right");
        else
            assert_within(out[0], out[1], 1e-12, "grey above");
    }
}
