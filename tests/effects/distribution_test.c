// The panel shows of tone curves what the reference makes of grey light; and what it
// says of histograms, against counts and curves that can be worked out by hand.

#include "effects/distribution.h"
#include "effects/reference/reference.h"
#include "render/histogram.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

// ---- tone curves

enum { COUNT = 2 * (CURVE_MAX_EV - CURVE_MIN_EV) + 1 };

// Returns what the reference makes of a row of greys, one for each place of the view.
static struct image shade_greys(const struct chain *chain)
{
    LOCAL_IMAGE source = new_image(COUNT, 1, IMAGE_TYPE_F64);
    for (int i = 0; i < COUNT; i++) {
        double *texel = image_at(&source, i, 0);
        texel[0] = texel[1] = texel[2] = 0.18 * pow(2, CURVE_MIN_EV + i / 2.0);
        texel[3] = 1;
    }
    return reference_of(chain, &source, 0);
}

TEST(the_view_is_what_becomes_of_grey)
{
    for_each_text(text, "tonemap:curve=linear", "tonemap:curve=reinhard",
                  "tonemap:curve=reinhard_extended:white=8", "tonemap:curve=hable:exposure=-3.5",
                  "tonemap:curve=aces", "tonemap:curve=aces_hill:exposure=2", "tonemap:curve=agx",
                  "tonemap:curve=neutral", "tonemap:curve=gt:exposure=0.25") {
        const struct chain chain = parse_chain(*text);
        float values[COUNT];
        LOCAL_IMAGE made = shade_greys(&chain);
        curve_sample(&chain.steps[0], COUNT, values);
        for (int x = 0; x < COUNT; x++)
            for (int c = 0; c < 3; c++)
                assert_within(values[x], ((double *) image_at(&made, x, 0))[c], 1e-3, *text);
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

// ---- histograms

static struct histogram histogram;

static void clear(void)
{
    memset(&histogram, 0, sizeof(histogram));
}

// Bin 128 begins at 1 and is an eighth of a stop wide.
TEST(quantiles_lie_within_bins)
{
    clear();
    assert_true(isnan(distribution_quantile(&histogram, 0.5)));
    histogram.luminance[128] = 100;
    assert_alike(distribution_quantile(&histogram, 0.5), exp2(1.0 / 16));
    assert_alike(distribution_quantile(&histogram, 0), 1);
    assert_alike(distribution_quantile(&histogram, 1), exp2(1.0 / 8));
    histogram.luminance[136] = 300; // from 2 on
    assert_alike(distribution_quantile(&histogram, 0.25), exp2(1.0 / 8));
    assert_alike(distribution_quantile(&histogram, 0.5), 2 * exp2(1.0 / 24));
    histogram.darker = 500;
    assert_alike(distribution_quantile(&histogram, 0.5), 0);
    histogram.brighter = 100;
    assert_true(isinf(distribution_quantile(&histogram, 0.99)));
}

// Any share that lies above a quantile is what that quantile leaves.
TEST(quantiles_and_shares_are_inverse)
{
    uint64_t seed = 4;
    clear();
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        histogram.luminance[i] = (uint32_t) (1 + chance_share(&seed) * 1000);
    histogram.darker = 5000;
    histogram.brighter = 300;
    for (double share = 0.05; share < 0.99; share += 0.01)
        assert_alike(distribution_above(&histogram, distribution_quantile(&histogram, share)),
                     1 - share);
    assert_alike(distribution_above(&histogram, 1e-9), 1);
}

// One texel of eight million is not none.
TEST(few_are_not_none_and_most_not_all)
{
    for_each_case(one, "shares.txt") {
        char kind[16], words[DISTRIBUTION_WORDS_SIZE];
        double value;
        assert_scanned(2, one.text, "%15s %lf", kind, &value);
        if (strcmp(kind, "share") == 0)
            distribution_print_share(value, words);
        else
            distribution_print_quantile(0.99, value, words);
        assert_string_equal(words, one.expected);
    }
}

TEST(clipped_shares_are_those_of_the_ends)
{
    clear();
    struct distribution_clipped clipped = distribution_clipped(&histogram);
    assert_alike(clipped.at_zero[0] + clipped.at_full[2], 0);
    for (int channel = 0; channel < 3; channel++) {
        histogram.display[channel][0] = (uint32_t) (10 * channel);
        histogram.display[channel][255] = 5;
        histogram.display[channel][1] = histogram.display[channel][254] = 20;
    }
    clipped = distribution_clipped(&histogram);
    assert_alike(clipped.at_zero[0], 0);
    assert_alike(clipped.at_zero[2], 20.0 / 65);
    assert_alike(clipped.at_full[1], 5.0 / 55);
}

TEST(heights_are_counts_or_logarithms)
{
    const uint32_t bins[] = { 9000, 50, 100, 0, 1, 70000 };
    float heights[6];
    distribution_heights(bins, 6, false, heights);
    assert_alike(heights[0], 1); // black does not press down the rest
    assert_alike((double) heights[1], 0.5);
    assert_alike(heights[2], 1);
    assert_alike(heights[3], 0);
    distribution_heights(bins, 6, true, heights);
    assert_near(heights[1], log(51) / log(101), 1e-6);
    assert_true(heights[3] == 0);
    assert_compare(heights[4], >, 0.14f);
    assert_true(heights[5] == 1);
    distribution_heights((const uint32_t[]){ 0, 0, 0 }, 3, true, heights);
    assert_true(heights[0] == 0 && heights[2] == 0);
}

static struct distribution_curve curve_of(const char *text)
{
    struct distribution_curve curve;
    distribution_update_curve(&histogram, &chain_of(text)->steps[0], &curve);
    return curve;
}

// By steps of a hundredth of a stop: the least light that is half a step of 8 bits from full.
static double full_by_walking(const char *text)
{
    const struct chain chain = parse_chain(text);
    for (double stop = -16; stop <= 16; stop += 0.01)
        if (chain.steps[0].effect->about.curve(chain.steps[0].params, exp2(stop)) >= 1 - 0.5 / 255)
            return exp2(stop);
    return INFINITY;
}

TEST(clipping_begins_where_the_curve_is_full)
{
    clear();
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        histogram.luminance[i] = 1;
    for_each_text(text, "tonemap:curve=linear", "tonemap:curve=reinhard", "tonemap:curve=hable",
                  "tonemap:curve=aces", "tonemap:curve=agx", "tonemap:curve=neutral",
                  "tonemap:curve=gt:exposure=2") {
        const struct distribution_curve curve = curve_of(*text);
        const double full = full_by_walking(*text);
        if (isinf(full) ? !isinf(curve.full) : !(fabs(log2(curve.full / full)) < 0.011))
            fail_msg("%s is full at %g, not %g", *text, curve.full, full);
        if (isinf(full))
            assert_alike(curve.clipped, 0);
        else
            assert_alike(curve.clipped, (16 - log2(curve.full)) / 32);
        assert_compare(curve.shoulder, <=, curve.full);
        assert_compare(curve.in_shoulder, >=, 0);
        assert_alike(curve.in_shoulder + curve.clipped,
                     isfinite(curve.shoulder) ? (16 - log2(curve.shoulder)) / 32 : 0);
        assert_alike(curve.median, 1);
        assert_alike(curve.percentile, exp2(-16 + 0.99 * 32));
    }
}

// The linear curve has none, a soft one does: far below full, above the middle, and later where
// less light comes to it.
TEST(a_shoulder_is_where_a_curve_flattens)
{
    clear();
    histogram.luminance[128] = 1;
    const struct distribution_curve linear = curve_of("tonemap:curve=linear");
    assert_alike(linear.shoulder, linear.full);
    assert_alike(linear.in_shoulder, 0);
    const double agx = curve_of("tonemap:curve=agx").shoulder;
    assert_compare(agx, >, 0.5);
    assert_compare(agx, <, 8);
    const double darker = curve_of("tonemap:curve=agx:exposure=-2").shoulder;
    assert_near(log2(darker / agx), 2, 0.07);
    assert_alike(curve_of("tonemap:curve=linear:exposure=3").clipped, 1);
}
