// The measures themselves, on images whose numbers are known.

#include "effects/metrics/metrics.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/local_image.h"

static struct image make_grey(int width, int height, double (*grey)(int x, int y))
{
    struct image image = new_image(width, height, IMAGE_TYPE_F64);
    for_each_place(x, y, width, height) {
        double *texel = image_at(&image, x, y);
        texel[0] = texel[1] = texel[2] = grey(x, y);
        texel[3] = 1;
    }
    return image;
}

static struct image blurred_by(const struct image *image, double sigma)
{
    struct image blurred;
    metrics_blur(image, sigma, &blurred);
    return blurred;
}

static double black(int x, int y)
{
    (void) x, (void) y;
    return 0;
}

static double ramp(int x, int y)
{
    (void) y;
    return x / 64.0;
}

static double wave(int x, int y)
{
    return 0.5 + 0.4 * sin(0.7 * x) * cos(0.4 * y);
}

// ---- two images

TEST(a_difference_is_counted_over_colours_alone)
{
    LOCAL_IMAGE a = make_grey(4, 2, black);
    LOCAL_IMAGE b = make_grey(4, 2, black);
    image_at(&b, 3, 1)[1] = -0.6;
    image_at(&b, 0, 0)[2] = 0.3;
    image_at(&b, 2, 0)[3] = 0; // alpha is by itself
    const struct metrics_difference difference = metrics_difference(&a, &b);
    assert_near(difference.most, 0.6, 1e-15);
    assert_near(difference.mean, 0.9 / 24, 1e-15);
    assert_near(difference.rms, sqrt(0.45 / 24), 1e-15);
    assert_near(difference.rms_of_alpha, sqrt(1 / 8.0), 1e-15);
    assert_near(metrics_psnr(&difference, 1), 10 * log10(24 / 0.45), 1e-12);
    assert_near(metrics_psnr(&difference, 10), 20 + 10 * log10(24 / 0.45), 1e-12);
    const struct metrics_difference none = metrics_difference(&a, &a);
    assert_true(isinf(metrics_psnr(&none, 1)));
}

// Its numbers, and those of FLIP, are held against the formulas in tests/program/compare_test.py.
TEST(similarity_is_symmetric_and_works_on_small_images)
{
    static const int sizes[][2] = { { 1, 1 }, { 2, 7 }, { 10, 300 }, { 40, 11 } };
    for_each(size, sizes) {
        LOCAL_IMAGE a = make_grey((*size)[0], (*size)[1], wave);
        LOCAL_IMAGE b = make_grey((*size)[0], (*size)[1], ramp);
        const double similarity = metrics_similarity(&a, &b).ssim;
        assert_compare(similarity, >, -1);
        assert_compare(similarity, <, 1);
        assert_near(metrics_similarity(&b, &a).ssim, similarity, 1e-12);
        assert_near(metrics_similarity(&a, &a).ssim, 1, 1e-12);
    }
}

// ---- a point

TEST(moments_of_a_gaussian)
{
    LOCAL_IMAGE image = new_image(101, 81, IMAGE_TYPE_F64);
    metrics_fill_gaussian(&image, 50.25, 39.5, 6);
    const struct metrics_moments moments = metrics_moments(&image);
    assert_near(moments.energy, 1, 1e-12);
    assert_near(moments.sigma_x, sqrt(36 + 0.0625), 1e-5);
    assert_near(moments.sigma_y, sqrt(36 + 0.25), 1e-5);
}

TEST(moments_tell_shapes)
{
    struct metrics_moments moments;
    LOCAL_IMAGE image = new_image(61, 61, IMAGE_TYPE_F64);
    metrics_fill_gaussian(&image, 30, 30, 5);
    moments = metrics_moments(&image);
    assert_near(moments.squareness, 0, 1e-5);
    assert_near(moments.elongation, 0, 1e-9);

    for_each_place(x, y, 61, 61)
        image_at(&image, x, y)[0] = abs(x - 30) <= 20 && abs(y - 30) <= 20;
    moments = metrics_moments(&image);
    assert_near(moments.squareness, -2.4 / 5.6, 2e-3);
    assert_near(moments.sigma_x, sqrt((41 * 41 - 1) / 12.0), 1e-12);

    // Along a diagonal: each axis alone sees nothing.
    for_each_place(x, y, 61, 61) {
        const double along = (x + y - 60) / sqrt(2), across = (x - y) / sqrt(2);
        image_at(&image, x, y)[0] = exp(-along * along / 50 - across * across / 32);
    }
    moments = metrics_moments(&image);
    assert_near(moments.elongation, 5.0 / 4 - 1, 1e-4);
    assert_near(moments.sigma_x, moments.sigma_y, 1e-9);
}

TEST(a_profile_is_the_mean_of_rings)
{
    double profile[8];
    LOCAL_IMAGE image = new_image(21, 11, IMAGE_TYPE_F64);
    for_each_place(x, y, 21, 11)
        image_at(&image, x, y)[0] = floor(hypot(x - 10, y - 5) / 2 + 0.5);
    metrics_radial_profile(&image, 2, 8, profile);
    for (int i = 0; i < 6; i++)
        assert_near(profile[i], i, 1e-12);
    assert_true(isnan(profile[7])); // outside of the image
}

TEST(an_exact_blur_is_as_wide_as_asked)
{
    LOCAL_IMAGE point = new_image(121, 121, IMAGE_TYPE_F64);
    image_at(&point, 60, 60)[0] = 1;
    LOCAL_IMAGE blurred = blurred_by(&point, 8);
    const struct metrics_moments moments = metrics_moments(&blurred);
    assert_near(moments.energy, 1, 1e-9);
    assert_near(moments.sigma_x, 8, 1e-6);
    assert_near(moments.sigma_y, 8, 1e-6);
    assert_near(image_at(&blurred, 60, 60)[0], 1 / (2 * 3.14159265358979 * 64), 1e-9);
    image_finish(&blurred);

    LOCAL_IMAGE flat = make_grey(5, 3, black);
    for (int i = 0; i < 5 * 3 * 4; i++)
        ((double *) flat.texels)[i] = 0.7;
    blurred = blurred_by(&flat, 9); // reaches far beyond the border
    assert_near(image_at(&blurred, 0, 2)[1], 0.7, 1e-12);
    image_finish(&blurred);
    blurred = blurred_by(&flat, 0);
    assert_same_image(&blurred, &flat);
}

// Summed up tap by tap here, also where most of the taps lie beyond the border.
TEST(a_wide_exact_blur_is_every_tap_of_the_curve)
{
    enum { LENGTH = 150, REACH = 240 };
    LOCAL_IMAGE step = new_image(LENGTH, 1, IMAGE_TYPE_F64);
    for (int x = 0; x < LENGTH; x++)
        image_at(&step, x, 0)[2] = x % 7 == 0 || x > 140 ? 1 : 0.25;
    for (int sigma = 1; sigma <= 40; sigma += 13) {
        LOCAL_IMAGE blurred = blurred_by(&step, sigma);
        for (int x = 0; x < LENGTH; x++) {
            double sum = 0, weights = 0;
            for (int i = -REACH; i <= REACH; i++) {
                const double weight = exp(-0.5 * i * i / (sigma * sigma));
                sum += weight * image_clamped(&step, x + i, 0)[2];
                weights += weight;
            }
            assert_near(image_at(&blurred, x, 0)[2], sum / weights, 1e-8);
        }
    }
}

// ---- what moves

TEST(moving_back_gives_the_same)
{
    LOCAL_IMAGE back;
    LOCAL_IMAGE here = new_image(81, 81, IMAGE_TYPE_F64);
    LOCAL_IMAGE there = new_image(81, 81, IMAGE_TYPE_F64);
    metrics_fill_gaussian(&here, 40, 40, 6);
    metrics_fill_gaussian(&there, 42.3, 38.6, 6);
    metrics_move(&there, -2.3, 1.4, &back);
    const double peak = image_at(&here, 40, 40)[0];
    for_each_place(x, y, 81, 81)
        assert_near(image_at(&back, x, y)[0], image_at(&here, x, y)[0], 1e-3 * peak);
    image_finish(&back);
    metrics_move(&there, 3, 0, &back); // whole texels exactly
    assert_near(image_at(&back, 45, 39)[0], image_at(&there, 42, 39)[0], 1e-18);
}

static struct metrics_motion motion_of(const struct image frames[], int count)
{
    struct metrics_motion_sum sum = { .count = 0 };
    for (int i = 0; i < count; i++)
        metrics_motion_add(&sum, &frames[i]);
    return metrics_motion_end(&sum);
}

TEST(motion_counts_what_changes)
{
    struct image frames[2];
    for (int i = 0; i < 2; i++) {
        frames[i] = new_image(2, 1, IMAGE_TYPE_F64);
        image_at(&frames[i], 0, 0)[0] = 4;
        image_at(&frames[i], 1, 0)[0] = i == 0 ? 2 : 4;
    }
    struct metrics_motion motion = motion_of(frames, 2);
    assert_near(motion.rms, sqrt(1.0 / (16 + 9)), 1e-12);
    assert_near(motion.peak, 0, 1e-12);
    image_at(&frames[1], 0, 0)[0] = 6;
    motion = motion_of(frames, 2);
    assert_near(motion.rms, sqrt(2.0 / (25 + 9)), 1e-12);
    assert_near(motion.peak, 2.0 / 5, 1e-12);
    motion = motion_of(frames, 1);
    assert_near(motion.rms, 0, 1e-12);
    for (int i = 0; i < 2; i++)
        image_finish(&frames[i]);
}

// ---- bands

TEST(lightness_of_greys)
{
    assert_near(metrics_lightness(0), 0, 1e-9);
    assert_near(metrics_lightness(1), 100, 1e-6);
    assert_near(metrics_lightness(119 / 255.0), 50.03, 0.01); // published: #777777
    assert_near(metrics_lightness(1 / 255.0), 903.2963 / 12.92 / 255, 1e-4);
}

TEST(bands_are_found)
{
    LOCAL_IMAGE smooth = make_grey(64, 32, ramp);
    LOCAL_IMAGE coarse = make_grey(64, 32, ramp);
    for_each_place(x, y, 64, 32)
        image_at(&coarse, x, y)[0] = (x / 16 * 16) / 64.0;
    image_at(&coarse, 15, 20)[0] = 0.25; // one run of 17
    const struct metrics_bands bands = metrics_bands(&coarse, &smooth);
    assert_int_equal(bands.levels, 4);
    assert_int_equal(bands.longest_run, 17);
    assert_int_equal(bands.widest_band, 16); // column 15 is mixed
    assert_near(bands.step, metrics_lightness(0.25) - metrics_lightness(0), 1e-12);
    double deviation = 0;
    for (int x = 0; x <= 48; x += 8) // the left of a block, whose mean lies 7.5 further right
        deviation =
            fmax(deviation, metrics_lightness((x + 7.5) / 64) - metrics_lightness(x / 64.0));
    assert_near(bands.deviation, deviation, 1e-9);
    const struct metrics_bands none = metrics_bands(&smooth, &smooth);
    assert_int_equal(none.longest_run, 1);
    assert_int_equal(none.widest_band, 1);
    assert_int_equal(none.levels, 64);
    assert_near(none.deviation, 0, 1e-12);
}

// In the last block of the last row of them.
TEST(a_deviation_in_a_corner_is_found)
{
    LOCAL_IMAGE smooth = make_grey(64, 32, ramp);
    LOCAL_IMAGE coarse = make_grey(64, 32, ramp);
    for (int i = 0; i < 4; i++)
        image_at(&coarse, 62 + i % 2, 30 + i / 2)[0] = 0;
    assert_compare(metrics_bands(&coarse, &smooth).deviation, >, 0.5);
}
