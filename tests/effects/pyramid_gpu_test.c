// What the pyramid promises beside what tests/effects/blur_gpu_test.c asks of every blur.

#include "effects/pyramid/pyramid.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/blur_fixture.h"

// Light that is bright all over stays what it is: the weights are divided out again.
TEST(flat_light_survives_karis)
{
    static const char *const texts[] = { "pyramid:sigma=6:karis=partial",
                                         "pyramid:sigma=6:karis=partial:kernel=gauss5" };
    struct image source, image;
    const char *row;
    image_init(&source, 37, 29, IMAGE_TYPE_F64);
    for (int y = 0; y < 29; y++)
        for (int x = 0; x < 37; x++)
            for (int c = 0; c < 4; c++)
                image_at(&source, x, y)[c] = c < 3 ? 8 : 1;
    for (int i = 0; i < 2; i++)
        for (int j = 0; (row = blur_row(texts[i], j)); j++) {
            run_blur(texts[i], row, FORMAT_RGBA32F, &source, &image);
            assert_true(compare_images(&image, &source).most <= 1e-5);
            image_finish(&image);
        }
    image_finish(&source);
}

static void reference(const char *text, const struct image *source, struct image *output)
{
    const struct chain chain = parse_chain(text);
    image_init(output, source->width, source->height, IMAGE_TYPE_F64);
    const struct reference_call call = {
        .params = chain.steps[0].params, .source = source, .input = source, .output = output
    };
    reference_pyramid(&call);
}

// The one texel of light of 50 among others of 2 at most decides over every weight.
TEST(karis_equals_the_reference)
{
    static const char *const texts[] = { "pyramid:sigma=4:karis=partial",
                                         "pyramid:sigma=4:karis=partial:kernel=gauss5" };
    struct image source, expected, plain, image;
    const char *row;
    make_test_image(&source, TEST_IMAGE_RANDOM, 129, 67);
    image_at(&source, 5, 5)[1] = -3; // negative light must not divide by nothing
    reference("pyramid:sigma=4", &source, &plain);
    for (int i = 0; i < 2; i++) {
        reference(texts[i], &source, &expected);
        assert_true(compare_images(&plain, &expected).most > 0.1);
        for (int j = 0; (row = blur_row(texts[i], j)); j++) {
            run_blur(texts[i], row, FORMAT_RGBA32F, &source, &image);
            assert_true(compare_images(&image, &expected).most <= 50 * 1e-3);
            image_finish(&image);
        }
        image_finish(&expected);
    }
    image_finish(&plain);
    image_finish(&source);
}

// Shares of the largest texel: every tap lies on a quarter or a half of a texel, and a half float
// has eleven bits.
static double tolerance_in(enum texture_format format)
{
    return format == FORMAT_RGBA16F ? 3.0 / 2048 : 2e-6;
}

static void assert_blocked(const char *text, enum texture_format format, const int size[2])
{
    struct image source, expected, image;
    make_test_image(&source, TEST_IMAGE_RANDOM, size[0], size[1]);
    reference(text, &source, &expected);
    run_blur(text, "cs_blocked", format, &source, &image);
    double most = 0;
    for (int i = 0; i < 4 * size[0] * size[1]; i++)
        most = fmax(most, ((const double *) source.texels)[i]);
    const struct difference worst = compare_images(&image, &expected);
    if (worst.most > tolerance_in(format) * most)
        fail_msg("%s, %dx%d, %s: %g of the largest texel off at %d, %d", text, size[0], size[1],
                 texture_format_name(format), worst.most / most, worst.x, worst.y);
    image_finish(&source);
    image_finish(&expected);
    image_finish(&image);
}

// All numbers of levels with every way of turning round: the picture smoothed, with a first level
// fading in, a step up that smooths less than others, the deepest smoothed, the next fading in.
TEST(blocked_equals_the_reference_at_every_width)
{
    static const char *const sigmas[] = { "1",  "1.4", "1.6", "2",  "2.5", "3.5", "4",   "5",
                                          "7",  "9",   "11",  "14", "18",  "27",  "33",  "39",
                                          "45", "64",  "78",  "90", "110", "150", "200", "250" };
    static const char *const edges[] = { "clamp", "mirror", "zero" };
    static const int sizes[][2] = { { 129, 67 }, { 3, 200 }, { 1, 1 }, { 333, 65 } };
    char text[64];
    for (size_t i = 0; i < sizeof(sigmas) / sizeof(sigmas[0]); i++)
        for (size_t j = 0; j < sizeof(sizes) / sizeof(sizes[0]); j++) {
            if (!test_takes((int) (i / 3 + j), 4))
                continue;
            snprintf(text, sizeof(text), "pyramid:sigma=%s:edge=%s", sigmas[i], edges[i % 3]);
            assert_blocked(text, j < 3 ? FORMAT_RGBA32F : FORMAT_RGBA16F, sizes[j]);
        }
    for (size_t i = 0; i < sizeof(sigmas) / sizeof(sigmas[0]); i++) {
        static const char *const scatters[] = { "0.98", "0.9", "0.75", "0.6", "0.3" };
        if (!test_takes((int) i, 7)) // with each size another, and another scatter
            continue;
        snprintf(text, sizeof(text), "pyramid:sigma=%s:edge=%s:scatter=%s", sigmas[i], edges[i % 3],
                 scatters[i % 5]);
        assert_blocked(text, i % 4 < 3 ? FORMAT_RGBA32F : FORMAT_RGBA16F, sizes[i % 4]);
    }
}

// Four lights at once, one in each channel, at least three sigma from the border.
static void assert_row_of_light(const char *text, const char *row, int height)
{
    const int places[] = { 30, height - 31, height / 2, height / 2 + 1 };
    struct image source, image;
    image_init(&source, 1, height, IMAGE_TYPE_F64);
    for (int c = 0; c < 4; c++)
        image_at(&source, 0, places[c])[c] = 1;
    run_blur(text, row, FORMAT_RGBA32F, &source, &image);
    for (int c = 0; c < 4; c++) {
        double energy = 0;
        for (int y = 0; y < height; y++)
            energy += image_at(&image, 0, y)[c];
        if (fabs(energy - 1) > 0.01)
            fail_msg("%s by %s, height %d: energy %g", text, row, height, energy);
    }
    image_finish(&source);
    image_finish(&image);
}

// Every size that levels can have is there for either row: 9, 5 and 2^n have no common divisor.
TEST(a_row_of_light_keeps_its_energy_at_every_height)
{
    for (int height = 64; height <= 2160; height++) {
        if (!test_takes(height, 5))
            continue;
        const char *row = height % 9 == 0 ? "cs_blocked" : "fs_passes"; // which takes longer
        assert_row_of_light("pyramid:sigma=10", row, height);
        assert_row_of_light("dual:sigma=10", row, height);
    }
}

// Less scatter keeps more of the light where it was, at the same width.
TEST(scatter_keeps_a_core)
{
    struct image source, wide, core;
    make_test_image(&source, TEST_IMAGE_IMPULSE, 128, 128);
    run_blur("pyramid:sigma=8", "fs_passes", FORMAT_RGBA32F, &source, &wide);
    run_blur("pyramid:sigma=8:scatter=0.6", "fs_passes", FORMAT_RGBA32F, &source, &core);
    assert_true(image_at(&core, 64, 64)[0] > 3 * image_at(&wide, 64, 64)[0]);
    assert_true(image_at(&core, 64 + 36, 64)[0] > image_at(&wide, 64 + 36, 64)[0]);
    image_finish(&source);
    image_finish(&wide);
    image_finish(&core);
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
