// The Gaussian by a smaller image: how far it is from the exact one, and that nothing of its steps
// shows.

#include "effects/gaussian/gaussian.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/blur_fixture.h"
#include "tests/fixtures/scene_fixture.h"

#include <stdlib.h>
#include <string.h>

static const char impl_name[] = "cs_multiresolution";

static void blur_exactly(const char *text, const struct image *source, struct image *output)
{
    struct gaussian_params params;
    const struct chain chain = parse_chain(text);
    memcpy(&params, chain.steps[0].params, sizeof(params));
    const struct reference_call call = { .params = &params, .input = source, .output = output };
    image_init(output, source->width, source->height, IMAGE_TYPE_F64);
    reference_gaussian(&call);
}

static double brightest(const struct image *image)
{
    double most = 0;
    for (int i = 0; i < 4 * image->width * image->height; i++)
        most = fmax(most, ((const double *) image->texels)[i]);
    return most;
}

// Of the brightest texel, inside and with the border, in both formats.
static void assert_decibels(const char *text, const char *scene, const struct image *source,
                            double least)
{
    struct image exact, image;
    blur_exactly(text, source, &exact);
    for (int half = 0; half < 2; half++) {
        const enum texture_format format = half ? FORMAT_RGBA16F : FORMAT_RGBA32F;
        run_blur(text, impl_name, format, source, &image);
        const double peak = 20 * log10(brightest(source));
        const double inside = peak + psnr_inside(&image, &exact, 40);
        const double whole = peak + psnr_inside(&image, &exact, 0);
        if (inside < least || whole < least)
            fail_msg("%s in %s of %s: %.1f dB, %.1f without the border", text,
                     texture_format_name(format), scene, whole, inside);
        image_finish(&image);
    }
    image_finish(&exact);
}

// As docs/measuring.md says; at 5 it is furthest off.
TEST(scenes_are_blurred_as_by_the_exact_one)
{
    static const double sigmas[] = { 4, 5, 8, 24 };
    static const char *const names[] = { "blocks", "bars", "checker", "icosahedra", "zone_plate" };
    for (int k = 0; k < 5; k++) {
        struct image source;
        const struct scene_shot shot = { .scene = names[k], .width = 201, .height = 121 };
        shoot_scene(&shot, &source);
        for (int i = 0; i < 4; i++) {
            char text[64];
            snprintf(text, sizeof(text), "gaussian:sigma=%g", sigmas[i]);
            assert_decibels(text, names[k], &source, sigmas[i] < 8 ? 58 : 70);
        }
        image_finish(&source);
    }
}

// ---- the image of a point

enum { PLACES = 8 }; // that a point can have in a texel of the level

// Apart by so much that they do not meet, each in a channel for one of four places, and twice.
static void make_points(struct image *image, int side)
{
    image_init(image, 2 * side, 1, IMAGE_TYPE_F64);
    for (int i = 0; i < PLACES; i++)
        image_at(image, i / 4 * side + side / 2 + i, 0)[i % 4] = 1;
}

struct width {
    double energy, sigma; // the worst of the places, over all places
};

static struct width measure(double sigma)
{
    char text[64];
    struct image source, image;
    struct width width = { 1, 0 };
    const int side = 8 * (int) ceil(sigma) + 64;
    snprintf(text, sizeof(text), "gaussian:sigma=%.9g", sigma);
    make_points(&source, side);
    run_blur(text, impl_name, FORMAT_RGBA32F, &source, &image);
    for (int i = 0; i < PLACES; i++) {
        double energy = 0, variance = 0;
        for (int x = 0; x < side; x++) {
            const double distance = x - side / 2 - i;
            const double value = image_at(&image, i / 4 * side + x, 0)[i % 4];
            energy += value;
            variance += value * distance * distance;
        }
        if (fabs(energy - 1) > fabs(width.energy - 1))
            width.energy = energy;
        width.sigma += variance / energy / PLACES;
    }
    width.sigma = sqrt(width.sigma);
    image_finish(&source);
    image_finish(&image);
    return width;
}

TEST(sigma_is_what_was_asked_for_and_grows)
{
    double before = 0;
    for (double sigma = 4; sigma <= 64; sigma *= 1.013) {
        const struct width width = measure(sigma);
        if (fabs(width.sigma / sigma - 1) > 1e-3 || width.sigma <= before)
            fail_msg("sigma %g gives %g after %g", sigma, width.sigma, before);
        assert_near(width.energy, 1, 3e-4); // places for the filter are floats
        before = width.sigma;
    }
}

static void assert_no_step(const struct image *source, double from, double to)
{
    struct image images[2];
    for (int i = 0; i < 2; i++) {
        char text[64];
        snprintf(text, sizeof(text), "gaussian:sigma=%.9g", i ? to : from);
        run_blur(text, impl_name, FORMAT_RGBA32F, source, &images[i]);
    }
    const double most = compare_images(&images[0], &images[1]).most;
    if (most > 1.0 / 255)
        fail_msg("%g from sigma %g to %g", most, from, to);
    image_finish(&images[0]);
    image_finish(&images[1]);
}

// Where one more step down begins, as elsewhere.
TEST(a_sweep_of_sigma_has_no_step)
{
    struct image source;
    const struct scene_shot shot = { .scene = "blocks", .width = 320, .height = 180 };
    shoot_scene(&shot, &source);
    for (double sigma = 4; sigma < 30; sigma += sigma < 8 ? 0.25 : 4)
        assert_no_step(&source, sigma - (sigma > 4 ? 0.01 : 0), sigma + 0.01);
    image_finish(&source);
}

// A texel of a level covers the same texels of the picture at every size.
TEST(odd_sizes_do_not_shift_the_picture)
{
    struct image source, exact, image;
    for (int size = 61; size < 69; size++)
        for (int wide = 0; wide < 2; wide++) {
            const char *text =
                wide ? "gaussian:sigma=9:edge=mirror" : "gaussian:sigma=4.2:edge=zero";
            image_init(&source, size, 129 - size, IMAGE_TYPE_F64);
            image_at(&source, size - 2, 60 - size / 2)[1] = 100;
            blur_exactly(text, &source, &exact);
            run_blur(text, impl_name, FORMAT_RGBA32F, &source, &image);
            double most = 0;
            for (int y = 0; y < source.height; y++)
                for (int x = 0; x < size; x++)
                    most = fmax(most, image_at(&exact, x, y)[1]);
            assert_true(compare_images(&image, &exact).most <= 0.025 * most);
            image_finish(&source);
            image_finish(&exact);
            image_finish(&image);
        }
}

// ---- the stated error

enum { PHASES = 8, MOST_REACH = 3 * 128 + 64 };

// What the texels around one of each place in the coarsest texel's give it: along one axis, since
// all steps are products of one along x and one along y.
struct weights {
    int reach;
    int length; // of the line in which they were measured
    double of[PHASES][2 * MOST_REACH + 1];
};

static void measure_weights(const char *text, const struct gaussian_params *params,
                            struct weights *weights)
{
    struct image source, image;
    weights->reach = (int) ceil((double) fmaxf(params->reach, 4) * (double) params->sigma.value);
    weights->reach += 3 * PHASES;
    const int spacing = 2 * (weights->reach / PHASES + 1) * PHASES + 1; // one phase further each
    weights->length = (PHASES + 1) * spacing;
    image_init(&source, weights->length, 1, IMAGE_TYPE_F64);
    for (int i = 0; i < PHASES; i++)
        for (int c = 0; c < 4; c++)
            image_at(&source, (i + 1) * spacing, 0)[c] = 1;
    run_blur(text, impl_name, FORMAT_RGBA32F, &source, &image);
    for (int phase = 0; phase < PHASES; phase++)
        for (int d = -weights->reach; d <= weights->reach; d++) {
            const int from =
                ((phase + d - 1) % PHASES + PHASES) % PHASES; // point i has phase i + 1
            const int at = (from + 1) * spacing - d;
            weights->of[phase][weights->reach + d] = image_at(&image, at, 0)[0];
        }
    image_finish(&source);
    image_finish(&image);
}

static double exact_weight(const struct kernel *kernel, int distance)
{
    return abs(distance) <= kernel->radius ? (double) kernel->weights[abs(distance)] : 0;
}

// The most that a picture of 0 to 1 can gain: what the texels in one place get more than by the
// kernel, by their place along x and along y.
static double gain(const struct weights *weights, const struct kernel *kernel, int across, int down)
{
    double sum = 0;
    const int reach = weights->reach;
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++)
            sum += fmax(weights->of[down][reach + y] * weights->of[across][reach + x] -
                            exact_weight(kernel, x) * exact_weight(kernel, y),
                        0);
    return sum;
}

static double stated_error(const char *text, int side)
{
    const struct chain chain = parse_chain(text);
    const struct effect_site site = {
        .params = chain.steps[0].params, .width = side, .height = side, .format = FORMAT_RGBA32F
    };
    return effect_impl_error(effect_impl_find(&effect_gaussian, impl_name), &site);
}

// As if both sides were as long as the line that was measured.
static void compare_with_stated(const char *text)
{
    static struct weights weights;
    struct gaussian_params params;
    const struct chain chain = parse_chain(text);
    double most = 0;
    memcpy(&params, chain.steps[0].params, sizeof(params));
    const struct kernel kernel = gaussian_kernel(&params, 1);
    measure_weights(text, &params, &weights);
    for (int down = 0; down < PHASES; down++)
        for (int across = down; across < PHASES; across++)
            most = fmax(most, gain(&weights, &kernel, across, down));
    const double stated = stated_error(text, weights.length), least = stated_error(text, 1);
    if (!(most <= stated) || most < 0.65 * least) // nor is much more stated than there is
        fail_msg("%s: it states %g and is %g", text, stated, most);
}

// The worst of all pictures, from what points become. Where the level is changed, and in between;
// of other kernels too.
TEST(the_error_is_as_large_as_stated)
{
    static const char *const texts[] = {
        "gaussian:sigma=4",           "gaussian:sigma=4.99",       "gaussian:sigma=5",
        "gaussian:sigma=5.6:reach=3", "gaussian:sigma=7",          "gaussian:sigma=9:weights=erf",
        "gaussian:sigma=12",          "gaussian:sigma=20:reach=6", "gaussian:sigma=23.9",
        "gaussian:sigma=24",          "gaussian:sigma=24:reach=3", "gaussian:sigma=40:reach=2.5",
        "gaussian:sigma=60.3",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        compare_with_stated(texts[i]);
}

// What was summed up from points is what a picture makes of it.
TEST(the_worst_picture_is_that_far_off)
{
    static struct weights weights;
    static const char text[] = "gaussian:sigma=5";
    enum { SIDE = 97, MIDDLE = 48 }; // of phase 0
    struct gaussian_params params;
    struct image source, exact, image;
    const struct chain chain = parse_chain(text);
    memcpy(&params, chain.steps[0].params, sizeof(params));
    const struct kernel kernel = gaussian_kernel(&params, 1);
    measure_weights(text, &params, &weights);
    image_init(&source, SIDE, SIDE, IMAGE_TYPE_F64);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const double *w = weights.of[0] + weights.reach;
            const double exactly =
                exact_weight(&kernel, x - MIDDLE) * exact_weight(&kernel, y - MIDDLE);
            const bool gains = w[y - MIDDLE] * w[x - MIDDLE] > exactly;
            for (int c = 0; c < 4; c++)
                image_at(&source, x, y)[c] = gains;
        }
    blur_exactly(text, &source, &exact);
    run_blur(text, impl_name, FORMAT_RGBA32F, &source, &image);
    assert_near(image_at(&image, MIDDLE, MIDDLE)[0] - image_at(&exact, MIDDLE, MIDDLE)[0],
                gain(&weights, &kernel, 0, 0), 1e-4);
    assert_true(compare_images(&image, &exact).most <= stated_error(text, SIDE));
    image_finish(&source);
    image_finish(&exact);
    image_finish(&image);
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
