// Overviews of large pictures: means of light, in squares.

#include "render/image/image_overview.h"
#include "render/image/srgb.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/local_image.h"

static void assert_words(const struct image *image, int x, int y, double light, double alpha)
{
    const uint16_t *texel = (const uint16_t *) image->texels + 4 * (y * image->width + x);
    for (int c = 0; c < 3; c++)
        assert_true(fabs(texel[c] - 65535 * srgb_encode(light)) < 1);
    assert_true(fabs(texel[3] - 65535 * alpha) < 1);
}

// Half white, half black is half the light, which is more than half the display value; what is
// transparent has no colour to give. Squares at the ends are smaller.
TEST(display_values_are_averaged_as_light)
{
    for (int words = 0; words < 2; words++) {
        LOCAL_IMAGE overview;
        const int most = words ? 65535 : 255;
        LOCAL_IMAGE image = new_image(5, 3, words ? IMAGE_TYPE_U16 : IMAGE_TYPE_U8);
        for (int i = 0; i < 5 * 3 * 4; i++) {
            const int x = i / 4 % 5, y = i / 20;
            const bool is_clear = x >= 2 && x < 4 && y == 0;
            const int value = i % 4 == 3 ? (is_clear ? 0 : most) : is_clear || x % 2 ? most : 0;
            if (words)
                ((uint16_t *) image.texels)[i] = (uint16_t) value;
            else
                ((uint8_t *) image.texels)[i] = (uint8_t) value;
        }
        assert_true(image_overview(&image, false, 6, NULL, &overview));
        assert_int_equal(overview.width, 3);
        assert_int_equal(overview.height, 2);
        assert_words(&overview, 0, 0, 0.5, 1);
        assert_words(&overview, 1, 0, 0.5, 0.5);
        assert_words(&overview, 2, 0, 0, 1); // 1 column
        assert_words(&overview, 0, 1, 0.5, 1);
    }
}

TEST(light_stays_light_and_what_is_not_finite_does_not_spread)
{
    const float texels[4][4] = {
        { 1, 2, 3, 1 }, { NAN, 2, 3, 1 }, { INFINITY, 2, 3, 1 }, { -1, 2, 3, 1 }
    };
    LOCAL_IMAGE overview;
    LOCAL_IMAGE image = new_image(2, 2, IMAGE_TYPE_F32);
    memcpy(image.texels, texels, sizeof(texels));
    assert_true(image_overview(&image, true, 1, NULL, &overview));
    assert_int_equal(overview.type, IMAGE_TYPE_F32);
    const float *mean = overview.texels;
    assert_true(mean[0] == (1 + 65504.0f) / 4);
    assert_true(mean[1] == 2 && mean[2] == 3 && mean[3] == 1);
}

// Every second texel of a square of 7 counts, from its first row and column on.
TEST(of_a_large_square_some_texels_are_read)
{
    LOCAL_IMAGE overview;
    LOCAL_IMAGE image = new_image(10, 7, IMAGE_TYPE_F32);
    for (int i = 0; i < 10 * 7; i++) {
        const int x = i % 10, y = i / 10;
        ((float *) image.texels)[4 * i] = x == 0 ? 8 : x == 1 ? 64 : x == 9 ? 9 : 0;
        ((float *) image.texels)[4 * i + 1] = y == 6 ? 4 : y == 5 ? 64 : 0;
    }
    assert_true(image_overview(&image, true, 2, NULL, &overview));
    const float *means = overview.texels;
    assert_true(means[0] == 2 && means[1] == 1);
    assert_true(means[4] == 4.5f && means[5] == 1); // columns 7 and 9
}

TEST(a_small_picture_has_none_and_one_that_nobody_wants_neither)
{
    struct image overview;
    atomic_bool stop;
    atomic_init(&stop, true);
    LOCAL_IMAGE image = new_image(40, 20, IMAGE_TYPE_U8);
    assert_true(image_overview(&image, false, 800, &stop, &overview));
    assert_null(overview.texels);
    assert_false(image_overview(&image, false, 799, &stop, &overview));
    assert_null(overview.texels);
}
