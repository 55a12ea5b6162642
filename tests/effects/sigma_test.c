#include "effects/chain.h"
#include "effects/dual/dual.h"
#include "effects/kawase/kawase.h"
#include "effects/mips/mips.h"
#include "effects/pyramid/pyramid.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/local_image.h"

#include <math.h>

// The closed forms are held against the references in plain C, which know nothing of them: the
// image of a point is measured. A single row is enough, since its border goes on forever above and
// below and what is left is the profile along x.

#define assert_near(value, expected, tolerance) \
    assert_true(fabs((value) - (expected)) <= (tolerance))

enum { IMAGE_WIDTH = 512 }; // more than what the blurs tested here reach

typedef void run_reference(const struct reference_call *call);

struct moments {
    double energy, variance; // pixels^2
};

static void blur_point(run_reference *run, const void *params, int at, struct image *output)
{
    LOCAL_IMAGE input;
    image_init(&input, output->width, output->height, IMAGE_TYPE_F64);
    image_at(&input, at, 0)[0] = 1;
    const struct reference_call call = {
        .params = params,
        .source = &input,
        .input = &input,
        .output = output,
    };
    run(&call);
}

static void add_moments(const struct image *image, int at, double weight, struct moments *sum)
{
    for (int x = 0; x < image->width; x++) {
        const double value = weight * image_at(image, x, 0)[0];
        sum->energy += value;
        sum->variance += value * (x - at) * (x - at);
    }
}

// Averaged over `phases` neighbouring places of the point.
static struct moments measure(run_reference *run, const void *params, int phases)
{
    struct moments mean = { 0, 0 };
    LOCAL_IMAGE output;
    image_init(&output, IMAGE_WIDTH, 1, IMAGE_TYPE_F64);
    for (int i = 0; i < phases; i++) {
        blur_point(run, params, IMAGE_WIDTH / 2 + i, &output);
        add_moments(&output, IMAGE_WIDTH / 2 + i, 1.0 / phases, &mean);
    }
    return mean;
}

static void assert_dual(const struct dual_params *params)
{
    const struct sigma_dual dual = dual_solve(params, 1);
    const struct moments moments = measure(reference_dual, params, 1 << dual.levels);
    assert_near(moments.energy, 1, 1e-9);
    assert_near(sqrt(moments.variance), sigma_dual_width(&dual), 1e-9);
}

TEST(dual_has_the_width_that_is_printed)
{
    static const double printed[] = { 1.68, 3.76, 7.71, 15.5, 31.1 };
    for (int levels = 1; levels <= 5; levels++) {
        const struct sigma_dual dual = { levels, { 1, 1, 1, 1, 1 }, 1, 1, 1 };
        const double n = levels;
        assert_near(sigma_dual_width(&dual), printed[levels - 1], 0.051);
        assert_near(sigma_dual_width(&dual), sqrt(17 * (pow(4, n) - 1) / 18), 1e-9);
    }
}

TEST(dual_has_the_width_of_its_reference)
{
    static const float offsets[] = { 0.5f, 0.73f, 1, 1.17f, 1.3f, 2 };
    for (int levels = 1; levels <= 4; levels++)
        for (int i = 0; i < 6; i++)
            for (int taps = 0; taps < 2; taps++) {
                const struct dual_params params = {
                    .levels = levels, .offset = offsets[i], .scatter = 1, .taps = taps
                };
                assert_dual(&params);
            }
}

// With one bell, with nearly one, with a core.
static const float scatters[] = { 1, 0.95f, 0.8f, 0.6f };

TEST(dual_keeps_its_width_while_a_level_fades_in)
{
    for (int i = 0; i < 4; i++) {
        const float scatter = scatters[i]; // the less, the further the haze reaches
        for (float sigma = 0.25f; sigma < (scatter < 0.9f ? 8 : 20); sigma *= 1.37f) {
            const struct dual_params solved = { .sigma = { sigma, 0 }, .scatter = scatter };
            const struct dual_params fading = { .sigma = { sigma, 0 },
                                                .offset = 1.1f,
                                                .scatter = scatter };
            assert_dual(&solved);
            assert_dual(&fading);
        }
    }
}

TEST(source_taps_are_a_plain_box)
{
    assert_near(sigma_dual_down(0.5), 0.25, 1e-12);
    const struct sigma_dual_knobs knobs = {
        .levels = 3, .offset = 1, .scatter = 1, .source_taps = true
    };
    assert_near(sigma_dual_solve(&knobs).down, 0.5, 0);
}

TEST(pyramid_has_the_width_that_is_printed)
{
    static const double printed[] = { 2.12, 4.74, 9.72, 19.6 };
    for (int levels = 1; levels <= 4; levels++) {
        const struct sigma_pyramid tent = { levels, { 1, 1, 1, 1 }, levels, .turn = 0.5 };
        const struct sigma_pyramid five = { levels, { 1, 1, 1, 1 }, levels, 1, 0, true };
        assert_near(sigma_pyramid_width(&tent), printed[levels - 1], 0.051);
        assert_near(sigma_pyramid_width(&tent), sqrt(1.5 * (pow(4, levels) - 1)), 1e-9);
        assert_near(sigma_pyramid_width(&five), sqrt(2 * (pow(4, levels) - 1)), 1e-9);
    }
}

TEST(pyramid_has_the_width_of_its_reference)
{
    for (float sigma = 0.25f; sigma < 20; sigma *= 1.37f)
        for (int i = 0; i < 8; i++) {
            const struct pyramid_params params = { .sigma = { .value = sigma },
                                                   .kernel = i % 2,
                                                   .scatter = scatters[i / 2] };
            const struct sigma_pyramid pyramid = pyramid_solve(&params, 1);
            const struct moments moments = measure(reference_pyramid, &params, 1 << pyramid.levels);
            assert_near(moments.energy, 1, 1e-9);
            assert_near(sqrt(moments.variance), (double) sigma, 1e-4);
        }
}

TEST(mips_has_the_width_of_its_reference)
{
    for (float sigma = 0.25f; sigma < 20; sigma *= 1.37f) {
        const struct mips_params params = { .sigma = { .value = sigma } };
        const struct sigma_mips mips = mips_solve(&params, 1);
        const struct moments moments = measure(reference_mips, &params, 2 << mips.level);
        assert_near(moments.energy, 1, 1e-9);
        assert_near(sqrt(moments.variance), (double) sigma, 1e-4);
        assert_near(sigma_mips_width(&mips), (double) sigma, 1e-9);
    }
    for (int level = 1; level <= SIGMA_MIPS_LEVELS; level++) {
        const struct sigma_mips_knobs knobs = { .sigma = 3, .level = level };
        const struct sigma_mips mips = sigma_mips_solve(&knobs);
        assert_near(sigma_mips_width(&mips), pow(2, level) / 2, 1e-9);
    }
}

static double kawase_schedule_width(int count, const double *distances)
{
    double variance = 0;
    for (int i = 0; i < count; i++)
        variance += sigma_kawase_pass(distances[i] + 0.5);
    return sqrt(variance);
}

TEST(kawase_has_the_width_that_is_printed)
{
    static const double printed[] = { 13.87, 27.7, 55 };
    static const double narrow[] = { 0, 1, 2, 2, 3 };
    for (int scale = 1; scale <= 3; scale++) {
        const struct sigma_kawase_knobs knobs = { .passes = 9, .factor = 1, .scale = scale };
        const struct sigma_kawase kawase = sigma_kawase_solve(&knobs);
        assert_near(sigma_kawase_width(&kawase), printed[scale - 1], 0.02 * printed[scale - 1]);
    }
    assert_near(kawase_schedule_width(5, narrow), 5.34, 0.005);
}

TEST(kawase_has_the_width_of_its_reference)
{
    static const float factors[] = { 0, 0.8f, 1, 1.25f };
    for (int passes = 0; passes <= 6; passes += 2)
        for (int scale = 0; scale <= 3; scale++)
            for (int i = 0; i < 4; i++) {
                const struct kawase_params params = { { 11.3f, 0 }, passes, scale, factors[i], 0 };
                const struct sigma_kawase kawase = kawase_solve(&params, 1);
                const struct moments moments =
                    measure(reference_kawase, &params, 1 << kawase.halvings);
                assert_near(moments.energy, 1, 1e-9);
                assert_near(sqrt(moments.variance), sigma_kawase_width(&kawase), 1e-9);
            }
    for (float sigma = 0.25f; sigma < 20;
         sigma *= 1.05f) { // also where one scale fades into another
        const struct kawase_params params = { .sigma = { sigma, 0 } };
        const struct moments moments = measure(reference_kawase, &params, 8);
        assert_near(moments.energy, 1, 1e-9);
        assert_near(sqrt(moments.variance), (double) sigma, 1e-5);
    }
}

TEST(every_width_is_met)
{
    for (int i = 0; i <= 640; i++) {
        const double sigma = 0.1 * i;
        const struct sigma_dual_knobs target = { .sigma = sigma, .scatter = 1 };
        const struct sigma_dual_knobs source = { .sigma = sigma,
                                                 .scatter = 1,
                                                 .source_taps = true };
        const struct sigma_dual_knobs offset = { .sigma = sigma, .offset = 0.8, .scatter = 1 };
        const struct sigma_kawase_knobs kawase = { .sigma = sigma };
        const struct sigma_dual_knobs core = { .sigma = sigma, .scatter = 0.5 };
        const struct sigma_dual duals[] = { sigma_dual_solve(&target), sigma_dual_solve(&source),
                                            sigma_dual_solve(&offset), sigma_dual_solve(&core) };
        const struct sigma_kawase passes = sigma_kawase_solve(&kawase);
        for (int j = 0; j < 4; j++)
            assert_near(sigma_dual_width(&duals[j]), sigma, 1e-6);
        assert_near(sigma_kawase_width(&passes), sigma, 1e-6);
        const struct sigma_pyramid_knobs pyramids[] = { { .sigma = sigma, .scatter = 1 },
                                                        { .sigma = sigma, .scatter = 0.5 },
                                                        { sigma, .scatter = 1, .gauss5 = true } };
        for (int j = 0; j < 3; j++) {
            const struct sigma_pyramid pyramid = sigma_pyramid_solve(&pyramids[j]);
            assert_near(sigma_pyramid_width(&pyramid), sigma, 1e-6);
        }
    }
}

TEST(the_widest_is_met)
{
    for (double scatter = 0.1; scatter < 1.05; scatter += 0.1) {
        const double most = SIGMA_MOST_ON_LEVELS;
        const struct sigma_dual_knobs dual_knobs = { .sigma = most, .scatter = fmin(scatter, 1) };
        const struct sigma_dual dual = sigma_dual_solve(&dual_knobs);
        assert_near(sigma_dual_width(&dual), most, 1e-6);
        for (int gauss5 = 0; gauss5 < 2; gauss5++) {
            const struct sigma_pyramid_knobs knobs = { most, 0, fmin(scatter, 1), gauss5 };
            const struct sigma_pyramid pyramid = sigma_pyramid_solve(&knobs);
            assert_near(sigma_pyramid_width(&pyramid), most, 1e-6);
        }
    }
    const struct sigma_kawase_knobs kawase_knobs = { .sigma = 128 };
    const struct sigma_kawase kawase = sigma_kawase_solve(&kawase_knobs);
    assert_near(sigma_kawase_width(&kawase), 128, 1e-6);
    assert_int_equal(kawase.passes.count, SIGMA_KAWASE_PASSES);
}

TEST(no_blur_is_a_copy)
{
    const struct sigma_dual_knobs dual = { .sigma = 0, .scatter = 1 };
    const struct sigma_kawase_knobs kawase = { .sigma = 0 };
    assert_int_equal(sigma_dual_solve(&dual).levels, 0);
    assert_int_equal(sigma_kawase_solve(&kawase).passes.count, 0);
    assert_int_equal(sigma_kawase_solve(&kawase).halvings, 0);
    const struct sigma_pyramid_knobs pyramid = { .sigma = 0, .scatter = 1 };
    assert_int_equal(sigma_pyramid_solve(&pyramid).levels, 0);
}

TEST(own_knobs_override_the_solver)
{
    for (int levels = 1; levels <= SIGMA_DUAL_LEVELS; levels++) {
        const struct sigma_dual_knobs wide = { .sigma = 1e5, .levels = levels, .scatter = 1 };
        const struct sigma_dual_knobs both = {
            .sigma = 3, .levels = levels, .offset = 1.2, .scatter = 1
        };
        assert_int_equal(sigma_dual_solve(&wide).levels, levels);
        assert_near(sigma_dual_solve(&wide).up, 1.3, 1e-9);
        assert_int_equal(sigma_dual_solve(&both).levels, levels);
        assert_near(sigma_dual_solve(&both).up, 1.2, 0);
        assert_near(sigma_dual_solve(&both).shares[levels - 1], 1, 0);
    }
    for (int levels = 1; levels <= SIGMA_PYRAMID_LEVELS; levels++) {
        const struct sigma_pyramid_knobs wide = { .sigma = 1e5, .levels = levels, .scatter = 0.8 };
        const struct sigma_pyramid pyramid = sigma_pyramid_solve(&wide);
        assert_int_equal(pyramid.levels, levels);
    }
    const struct sigma_kawase_knobs passes = { .sigma = 16, .passes = 9, .factor = 1, .scale = 4 };
    const struct sigma_kawase kawase = sigma_kawase_solve(&passes);
    assert_int_equal(kawase.passes.count, 9);
    assert_int_equal(kawase.halvings, 3);
    assert_near(kawase.passes.distances[8], 7.5, 0);
}

// Less than the share `most` of a point's light moves: no picture in 0..1 changes by more.
static void assert_moved_less(run_reference *run, const void *a, const void *b, double most)
{
    LOCAL_IMAGE before, after;
    double moved = 0;
    image_init(&before, IMAGE_WIDTH, 1, IMAGE_TYPE_F64);
    image_init(&after, IMAGE_WIDTH, 1, IMAGE_TYPE_F64);
    blur_point(run, a, IMAGE_WIDTH / 2, &before);
    blur_point(run, b, IMAGE_WIDTH / 2, &after);
    for (int x = 0; x < before.width; x++)
        moved += fabs(image_at(&before, x, 0)[0] - image_at(&after, x, 0)[0]) / 2;
    if (moved >= most)
        fail_msg("%.4f of the light has moved", moved);
}

// A hundredth wider moves a hundredth of the light, also where a level or a pass comes in, and
// hardly more where light is scattered. Kawase's scale is given: a change of the working resolution
// does show.
TEST(nothing_jumps_while_sigma_turns)
{
    for (int i = 0; i < 4; i++)
        for (float sigma = 0.5f; sigma < 5; sigma *= 1.01f) {
            const struct length narrow = { sigma, 0 }, wide = { sigma * 1.01f, 0 };
            const struct dual_params dual[] = { { narrow, .scatter = scatters[i] },
                                                { wide, .scatter = scatters[i] } };
            const struct pyramid_params pyramid[] = { { narrow, .scatter = scatters[i] },
                                                      { wide, .scatter = scatters[i] } };
            const struct kawase_params kawase[] = { { narrow, .scale = 1 }, { wide, .scale = 1 } };
            const double most = i == 0 ? 0.016 : 0.03;
            assert_moved_less(reference_dual, &dual[0], &dual[1], most);
            assert_moved_less(reference_pyramid, &pyramid[0], &pyramid[1], most);
            if (i == 0)
                assert_moved_less(reference_kawase, &kawase[0], &kawase[1], most);
        }
}

// How much the picture of a point in 320x180 pixels changes, as a PSNR to its brightest pixel. In
// two dimensions the point is nearly the product of its profile along either axis.
static double change_in_decibels(const struct image *before, const struct image *after)
{
    double peak = 0, own = 0, others = 0, both = 0;
    for (int x = 0; x < before->width; x++) {
        const double a = image_at(before, x, 0)[0], b = image_at(after, x, 0)[0];
        peak = fmax(peak, a);
        own += a * a;
        others += b * b;
        both += a * b;
    }
    const double squares = own * own + others * others - 2 * both * both;
    return 10 * log10(pow(peak, 4) * 320 * 180 / squares);
}

static void assert_even_steps(run_reference *run, const char *name, double least)
{
    struct image before = { 0 }, image;
    for (int tenths = 10; tenths <= 401; tenths++) {
        const struct length sigma = { (float) tenths / 10, 0 };
        const struct dual_params dual = { .sigma = sigma, .scatter = 1 };
        const struct pyramid_params pyramid = { .sigma = sigma, .scatter = 1 };
        const struct kawase_params kawase = { .sigma = sigma };
        const void *params = run == reference_dual      ? (const void *) &dual
                             : run == reference_pyramid ? (const void *) &pyramid
                                                        : (const void *) &kawase;
        image_init(&image, IMAGE_WIDTH, 1, IMAGE_TYPE_F64);
        blur_point(run, params, IMAGE_WIDTH / 2, &image);
        const double change = tenths > 10 ? change_in_decibels(&before, &image) : INFINITY;
        if (change < least)
            fail_msg("%s: %.1f dB from sigma %.1f to %.1f", name, change, tenths / 10. - 0.1,
                     tenths / 10.);
        image_finish(&before);
        before = image;
    }
    image_finish(&before);
}

// A tenth of a pixel moves a Gaussian by 60 dB, however wide it is.
TEST(a_tenth_of_a_pixel_is_not_seen)
{
    assert_even_steps(reference_kawase, "kawase", 55);
    assert_even_steps(reference_pyramid, "pyramid", 55);
    assert_even_steps(reference_dual, "dual", 52); // its levels come in by a fade alone
}

TEST(nothing_jumps_while_scatter_turns)
{
    for (float sigma = 0.7f; sigma < 12; sigma *= 1.9f)
        for (int percent = 30; percent < 100; percent++) {
            const struct length width = { sigma, 0 };
            const float less = (float) percent / 100, more = (float) (percent + 1) / 100;
            const struct dual_params dual[] = { { width, .scatter = less },
                                                { width, .scatter = more } };
            const struct pyramid_params pyramid[] = { { width, .scatter = less },
                                                      { width, .scatter = more } };
            assert_moved_less(reference_dual, &dual[0], &dual[1], 0.04);
            assert_moved_less(reference_pyramid, &pyramid[0], &pyramid[1], 0.04);
        }
}

// Wider is the same picture at another scale, where the core is not as narrow as the texels.
TEST(scatter_has_one_shape_at_every_width)
{
    for (double sigma = 32; sigma < 64; sigma *= 1.07)
        for (double scatter = 0.5; scatter < 0.85; scatter += 0.1) {
            const struct sigma_dual_knobs small = { .sigma = sigma, .scatter = scatter };
            const struct sigma_dual_knobs large = { .sigma = 4 * sigma, .scatter = scatter };
            const struct sigma_dual duals[] = { sigma_dual_solve(&small),
                                                sigma_dual_solve(&large) };
            const double core = sigma_dual_core(&duals[0]) / sigma;
            assert_near(sigma_dual_core(&duals[1]) / (4 * sigma), core, 0.2 * core);
        }
}

// Measured in the image of a point, averaged over its places in a square of 8 texels.
enum { CORE_PHASES = 16, IMAGE_HEIGHT = 160 };

static double measured_core(const struct dual_params *params)
{
    double profile[IMAGE_HEIGHT / 4] = { 0 };
    for (int i = 0; i < CORE_PHASES; i++) {
        LOCAL_IMAGE input, output;
        const int at = IMAGE_HEIGHT / 2 + i;
        image_init(&input, IMAGE_HEIGHT, IMAGE_HEIGHT, IMAGE_TYPE_F64);
        image_init(&output, IMAGE_HEIGHT, IMAGE_HEIGHT, IMAGE_TYPE_F64);
        image_at(&input, at, at)[0] = 1;
        const struct reference_call call = { params, &input, &input, &output };
        reference_dual(&call);
        for (int x = 0; x < IMAGE_HEIGHT / 4; x++)
            profile[x] += image_at(&output, at + x, at)[0];
    }
    int x = 0;
    while (profile[x + 1] > profile[0] / 2)
        x++;
    const double half = x + (profile[x] - profile[0] / 2) / (profile[x] - profile[x + 1]);
    return half / sqrt(2 * log(2));
}

// The core is measured as it is told: where a point's image falls to half of its height.
TEST(the_core_is_as_wide_as_it_says)
{
    for (float sigma = 9; sigma < 40; sigma *= 1.9f) {
        const struct dual_params params = { { sigma, 0 }, .scatter = 0.7f };
        const struct sigma_dual dual = dual_solve(&params, IMAGE_HEIGHT);
        assert_near(measured_core(&params), sigma_dual_core(&dual), 0.25 * sigma_dual_core(&dual));
    }
}

// How much the image of a point changes while the point moves over all phases: the standard
// deviation of its texels, once the motion is taken out, relative to the mean image.
static double shimmer(run_reference *run, const void *params, int levels)
{
    const int phases = 1 << levels;
    double sum[IMAGE_WIDTH] = { 0 }, squares = 0, mean = 0;
    LOCAL_IMAGE output;
    image_init(&output, IMAGE_WIDTH, 1, IMAGE_TYPE_F64);
    for (int i = 0; i < phases; i++) {
        blur_point(run, params, IMAGE_WIDTH / 2 + i, &output);
        for (int x = 0; x + i < IMAGE_WIDTH; x++) {
            const double value = image_at(&output, x + i, 0)[0];
            sum[x] += value / phases;
            squares += value * value / phases;
        }
    }
    for (int x = 0; x < IMAGE_WIDTH; x++)
        mean += sum[x] * sum[x];
    return sqrt((squares - mean) / mean);
}

static double shimmer_of_dual(const struct dual_params *params)
{
    return shimmer(reference_dual, params, dual_solve(params, 1).levels);
}

TEST(a_moving_point_does_not_shimmer)
{
    for (float sigma = 3.4f; sigma < 17; sigma *= 1.05f) {
        const struct dual_params params = { .sigma = { sigma, 0 }, .scatter = 1 };
        assert_true(shimmer_of_dual(&params) < 0.035);
    }
    const struct dual_params published = { .levels = 4, .offset = 1, .scatter = 1 };
    const struct dual_params box = {
        .levels = 4, .offset = 1, .scatter = 1, .taps = DUAL_TAPS_SOURCE
    };
    assert_true(shimmer_of_dual(&published) < 0.016);
    assert_true(shimmer_of_dual(&box) > 0.23); // what it is kept for: to see the fault
    for (int levels = 2; levels <= 5; levels++) {
        const struct pyramid_params pyramid = { { 250, 0 }, .levels = levels, .scatter = 1 };
        assert_true(shimmer(reference_pyramid, &pyramid, levels) < 0.01);
    }
    const struct mips_params mips = { .level = 4 };
    assert_true(shimmer(reference_mips, &mips, 4) > 0.3); // the negative control
}

// How far the mean image of a point, over all its places, is from a Gaussian, relative to its peak.
static double distance_to_gaussian(const struct pyramid_params *params, double sigma)
{
    const int phases = 1 << pyramid_solve(params, 1).levels, middle = IMAGE_WIDTH / 2;
    const double scale = 1 / (sigma * sqrt(2 * acos(-1)));
    double sum[IMAGE_WIDTH] = { 0 }, worst = 0;
    LOCAL_IMAGE output;
    image_init(&output, IMAGE_WIDTH, 1, IMAGE_TYPE_F64);
    for (int i = 0; i < phases; i++) {
        blur_point(reference_pyramid, params, middle + i, &output);
        for (int x = 0; x + i < IMAGE_WIDTH; x++)
            sum[x] += image_at(&output, x + i, 0)[0] / phases;
    }
    for (int x = 0; x < IMAGE_WIDTH; x++) {
        const double gaussian = scale * exp(-(x - middle) * (x - middle) / (2 * sigma * sigma));
        worst = fmax(worst, fabs(sum[x] - gaussian) / scale);
    }
    return worst;
}

// Between whole levels too, and out of a single one.
TEST(pyramid_is_nearly_a_gaussian)
{
    for (float sigma = 1; sigma < 20; sigma *= 1.04f) {
        const struct pyramid_params params = { .sigma = { sigma, 0 }, .scatter = 1 };
        const double distance = distance_to_gaussian(&params, (double) sigma);
        if (distance > (sigma < 2.5f ? 0.075 : 0.035))
            fail_msg("sigma=%g is %.3f off", (double) sigma, distance);
    }
}

static double sigma_of(const char *text, int height)
{
    struct chain chain;
    struct error error;
    if (!chain_parse(&chain, text, NULL, &error))
        fail_msg("%s", error.text);
    return chain_sigma(&chain, height);
}

// Variances add; what is off or blurs nothing adds none.
TEST(a_chain_is_as_wide_as_its_blurs)
{
    assert_true(sigma_of("threshold,tonemap", 100) == 0);
    assert_true(sigma_of("gaussian:sigma=0", 100) == 0);
    assert_near(sigma_of("gaussian:sigma=3,threshold,gaussian:sigma=4", 100), 5, 0.1);
    assert_near(sigma_of("gaussian:sigma=3,-gaussian:sigma=4", 100), 3, 0.06);
    assert_near(sigma_of("dual:sigma=10%h", 200), 20, 0.4);
    assert_near(sigma_of("dual:sigma=10%h", 100), 10, 0.2);
    for (const struct effect *const *effect = effects; *effect; effect++)
        assert_true((*effect)->blurs == ((*effect)->width != NULL));
}

static void check_bells(const struct sigma_bells *bells, double sigma)
{
    double light = 0, variance = 0;
    for (int i = 0; i < bells->count; i++) {
        light += bells->lights[i];
        variance += bells->lights[i] * bells->variances[i];
    }
    assert_near(light, 1, 1e-9);
    assert_near(sqrt(variance), sigma, 0.01 * sigma);
}

// All light lies in the bells, and together they are as wide as was asked.
TEST(the_sum_of_bells_keeps_light_and_width)
{
    for (double scatter = 0.4; scatter <= 1; scatter += 0.3)
        for (double sigma = 3; sigma < 100; sigma *= 1.9) {
            const struct sigma_dual dual =
                sigma_dual_solve(&(struct sigma_dual_knobs){ .sigma = sigma, .scatter = scatter });
            const struct sigma_pyramid pyramid = sigma_pyramid_solve(
                &(struct sigma_pyramid_knobs){ .sigma = sigma, .scatter = scatter });
            const struct sigma_bells of_dual = sigma_dual_bells(&dual);
            const struct sigma_bells of_pyramid = sigma_pyramid_bells(&pyramid);
            check_bells(&of_dual, sigma);
            check_bells(&of_pyramid, sigma);
        }
}

RUN_TESTS(NULL, NULL)
