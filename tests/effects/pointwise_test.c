// The pointwise effects in their references: published values of the curves, and properties.
// app/harness holds the shaders against the references.

#include "effects/colour.h"
#include "effects/pointwise/pointwise.h"
#include "effects/reference/reference.h"
#include "render/image/srgb.h"
#include "tests/fixtures/chain_fixture.h"

// One texel through a reference; source and input may be the same.
static void shade(void (*run)(const struct reference_call *), const void *params,
                  const double source[4], const double in[4], double out[4])
{
    double from[4], to[4];
    memcpy(from, source, sizeof(from));
    memcpy(to, in, sizeof(to));
    const struct image a = { 1, 1, IMAGE_TYPE_F64, from }, b = { 1, 1, IMAGE_TYPE_F64, to };
    struct image c = { 1, 1, IMAGE_TYPE_F64, out };
    const struct reference_call call = {
        .params = params,
        .source = &a,
        .input = &b,
        .output = &c,
        .depth = 8,
    };
    run(&call);
}

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

static double keep_grey(double light, float level, float knee, float limit)
{
    const struct threshold_params params = { level, knee, limit, THRESHOLD_MAX };
    const double in[4] = { light, light, light, 1 };
    double out[4];
    shade(reference_threshold, &params, in, in, out);
    assert_within(out[0], out[1], 1e-12, "grey stays grey");
    assert_within(out[3], 1, 0, "alpha");
    return out[0];
}

TEST(threshold_has_a_smooth_knee)
{
    const double tiny = 1e-5;
    for (double light = 0; light < 4; light += 0.01) {
        const double kept = keep_grey(light, 1, 0.5f, 0);
        const double slope = (keep_grey(light + tiny, 1, 0.5f, 0) - kept) / tiny;
        assert_compare(kept, >=, 0);
        assert_compare(kept, <=, light);
        assert_compare(slope, >=, -1e-6);
        assert_compare(slope, <=, 1 + 1e-6);
        if (light < 0.5)
            assert_within(kept, 0, 0, "below the knee");
        if (light > 1.5)
            assert_within(kept, light - 1, 1e-12, "above the knee");
    }
    assert_within(keep_grey(1, 1, 0.5f, 0), 0.125, 1e-12, "in the middle of the knee");
    assert_within(keep_grey(0.999999, 1, 0, 0), 0, 0, "below a hard edge");
    assert_within(keep_grey(1.25, 1, 0, 0), 0.25, 1e-12, "above a hard edge");
    assert_within(keep_grey(0.3, 0, 1, 0), 0.3, 1e-12, "level 0 keeps all");
    assert_within(keep_grey(50000, 1, 0.5f, 30), 30, 1e-9, "limit");
}

TEST(threshold_preserves_hue_and_alpha)
{
    const double in[4] = { 8, 2, 1, 0.25 };
    for (int by = THRESHOLD_MAX; by <= THRESHOLD_LUMINANCE; by++) {
        const struct threshold_params params = { 1, 0.5f, 0, by };
        double out[4];
        shade(reference_threshold, &params, in, in, out);
        assert_within(out[0] / out[2], 8, 1e-12, "red to blue");
        assert_within(out[1] / out[2], 2, 1e-12, "green to blue");
        if (by == THRESHOLD_MAX)
            assert_within(out[0], 7, 1e-12, "the largest channel");
        else
            assert_within(colour_luminance(out), colour_luminance(in) - 1, 1e-12, "luminance");
        assert_within(out[3], 0.25, 0, "alpha");
    }
}

// ---- composite, saturation, exposure

TEST(composite_adds_mixes_and_screens)
{
    static const struct {
        struct composite_params params;
        double requested[4];
    } rows[] = {
        { { 0, COMPOSITE_ADD, { 1, 1, 1 } }, { 0.5, 0.25, 4, 0.5 } },
        { { 0, COMPOSITE_MIX, { 1, 1, 1 } }, { 0.5, 0.25, 4, 0.5 } },
        { { 0, COMPOSITE_SCREEN, { 1, 1, 1 } }, { 0.5, 0.25, 4, 0.5 } },
        { { 0.5f, COMPOSITE_ADD, { 1, 0.5f, 0 } }, { 1, 0.375, 4, 0.5 } },
        { { 1, COMPOSITE_MIX, { 1, 1, 1 } }, { 1, 0.5, 2, 0.25 } },
        { { 9, COMPOSITE_MIX, { 1, 1, 1 } }, { 1, 0.5, 2, 0.25 } },
        { { 0.25f, COMPOSITE_MIX, { 1, 1, 1 } }, { 0.625, 0.3125, 3.5, 0.4375 } },
        { { 1, COMPOSITE_SCREEN, { 1, 1, 1 } }, { 1, 0.625, 5, 0.5 } },
    };
    const double source[4] = { 0.5, 0.25, 4, 0.5 }, light[4] = { 1, 0.5, 2, 0.25 };
    for_each(row, rows) {
        double out[4];
        shade(reference_composite, &row->params, source, light, out);
        for (int c = 0; c < 4; c++)
            assert_within(out[c], row->requested[c], 1e-12, "composite");
    }
}

TEST(saturation_goes_from_grey_past_the_colour)
{
    const double in[4] = { 0.8, 0.4, 0.2, 0.9 };
    double out[4];
    struct saturation_params params = { 0, SATURATION_BT601 };
    shade(reference_saturation, &params, in, in, out);
    for (int c = 0; c < 3; c++)
        assert_within(out[c], 0.299 * 0.8 + 0.587 * 0.4 + 0.114 * 0.2, 1e-12, "BT.601 grey");
    params.luma = SATURATION_REC709;
    shade(reference_saturation, &params, in, in, out);
    for (int c = 0; c < 3; c++)
        assert_within(out[c], colour_luminance(in), 1e-12, "Rec. 709 grey");
    params.factor = 1;
    shade(reference_saturation, &params, in, in, out);
    for (int c = 0; c < 4; c++)
        assert_within(out[c], in[c], 1e-12, "unchanged");
    params.factor = 2;
    shade(reference_saturation, &params, in, in, out);
    assert_within(out[2], 0, 0, "no negative light");
    assert_within(out[3], 0.9, 0, "alpha");
}

TEST(exposure_counts_in_stops)
{
    const double in[4] = { 0.25, 1, 40000, 0.5 };
    double out[4];
    const struct exposure_params params = { 1 };
    shade(reference_exposure, &params, in, in, out);
    assert_within(out[0], 0.5, 0, "one stop");
    assert_within(out[2], 65504, 0, "finite in a half float");
    assert_within(out[3], 0.5, 0, "alpha");
}

// ---- tonemap

static double map_grey(int curve, double light, float white)
{
    const struct tonemap_params params = { 0, curve, white };
    const double in[4] = { light, light, light, 1 };
    double out[4];
    shade(reference_tonemap, &params, in, in, out);
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
        assert_within(map_grey(curve, 0, 4), 0, 1e-12, curve_name(curve));
        for (double ev = -20; ev < 16; ev += 1.0 / 64) {
            const double value = map_grey(curve, exp2(ev), 4);
            if (!(value >= last && value <= 1))
                fail_msg("%s at %g: %.9g after %.9g", curve_name(curve), exp2(ev), value, last);
            last = value;
        }
        assert_compare(last, >, 0.95);
    }
}

// Display light (before encoding) of grey, by the author's own numbers or constants.
TEST(curves_give_published_values)
{
    static const struct {
        int curve;
        double light, requested, tolerance;
    } rows[] = {
        { TONEMAP_LINEAR, 0.18, 0.18, 1e-7 },
        { TONEMAP_LINEAR, 7, 1, 0 },
        { TONEMAP_REINHARD, 1, 0.5, 1e-7 }, // L / (1 + L)
        { TONEMAP_REINHARD, 0.18, 0.18 / 1.18, 1e-7 },
        { TONEMAP_REINHARD_EXTENDED, 4, 1, 1e-7 }, // the white point is white
        { TONEMAP_REINHARD_EXTENDED, 1, 0.53125, 1e-7 },
        { TONEMAP_HABLE, 5.6, 1, 1e-7 }, // linear white 11.2 at an exposure bias of 2
        { TONEMAP_HABLE, 1, 0.35743 / 0.72513, 1e-5 },
        { TONEMAP_ACES, 1, 2.54 / 3.16, 1e-7 },
        { TONEMAP_ACES, 0.18, 0.2669, 1e-4 },
        { TONEMAP_ACES_HILL, 0.18, 0.1055, 2e-4 },
        { TONEMAP_ACES_HILL, 1, 0.6191, 2e-4 },
        { TONEMAP_AGX, 0.18, 0.2176, 4e-3 },            // the pivot: 0.5 at gamma 2.2
        { TONEMAP_NEUTRAL, 0.08, 0.04, 1e-7 },          // f90 below twice itself
        { TONEMAP_NEUTRAL, 0.5, 0.46, 1e-7 },           // base colours less f90
        { TONEMAP_NEUTRAL, 0.8, 0.76, 1e-7 },           // where compression starts
        { TONEMAP_NEUTRAL, 1, 0.869091, 1e-6 },         // 1 - 0.24^2 / (0.96 + 0.24 - 0.76)
        { TONEMAP_GT, 0.22, 0.22, 1e-7 },               // m, where the line starts
        { TONEMAP_GT, 0.5, 0.5, 1e-7 },                 // on the line of slope a = 1
        { TONEMAP_GT, 0.11, 0.09875, 1e-5 },            // half of toe and line
        { TONEMAP_GT, 1, 1 - 0.468 / 2.7182818, 1e-7 }, // on the shoulder
    };
    for_each(row, rows)
        assert_within(reference_srgb_decode(map_grey(row->curve, row->light, 4)), row->requested,
                      row->tolerance, curve_name(row->curve));
}

TEST(curves_are_for_straight_colour)
{
    const double opaque[4] = { 0.7, 1.6, 0.2, 1 }, half[4] = { 0.35, 0.8, 0.1, 0.5 };
    const double light[4] = { 0.7, 1.6, 0.2, 0 };
    for (int curve = 0; curve < TONEMAP_CURVE_COUNT; curve++) {
        const struct tonemap_params params = { 0.5f, curve, 4 };
        double a[4], b[4], c[4];
        shade(reference_tonemap, &params, opaque, opaque, a);
        shade(reference_tonemap, &params, half, half, b);
        shade(reference_tonemap, &params, light, light, c);
        for (int i = 0; i < 3; i++) {
            assert_within(b[i], a[i], 1e-12, "half covered");
            assert_within(c[i], a[i], 1e-12, "light without cover");
        }
        assert_within(b[3], 0.5, 0, "alpha");
        assert_within(c[3], 0, 0, "alpha");
    }
}

TEST(encode_clamps_and_preserves_alpha)
{
    const double in[4] = { 0.25, 0.09, 3, 0.5 };
    double out[4];
    shade(reference_encode, NULL, in, in, out);
    assert_within(out[0], 0.735357, 1e-6, "half the light");
    assert_within(out[1], 0.461356, 1e-6, "middle grey");
    assert_within(out[2], 1, 1e-15, "clamped");
    assert_within(out[3], 0.5, 0, "alpha");
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
