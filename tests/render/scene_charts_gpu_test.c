// The charts: exact positions, and exact coverage when they move by parts of a texel.

#include "tests/fixtures/local_image.h"
#include "tests/fixtures/scene_fixture.h"

static struct image shoot(const char *scene, int width, int height, double time)
{
    const struct scene_shot shot = { scene, width, height, .time = time };
    struct image image = shoot_scene(&shot);
    assert_is_light(&image);
    return image;
}

static double sum_of(const struct image *image, int channel)
{
    double sum = 0;
    for_each_place(x, y, image->width, image->height)
        sum += image_at(image, x, y)[channel];
    return sum;
}

static int count_lit(const struct image *image, int channel)
{
    int count = 0;
    for_each_place(x, y, image->width, image->height)
        count += image_at(image, x, y)[channel] > 0;
    return count;
}

TEST(an_impulse_is_one_texel)
{
    static const int sizes[][2] = { { 1, 1 }, { 64, 48 }, { 65, 49 }, { 16, 4096 } };
    for_each(size, sizes) {
        LOCAL_IMAGE image = shoot("impulse:level=50", (*size)[0], (*size)[1], 0);
        assert_int_equal(count_lit(&image, 0), 1);
        assert_true(image_at(&image, (*size)[0] / 2, (*size)[1] / 2)[1] == 50);
        assert_true(image_at(&image, 0, 0)[3] == 1);
    }
}

TEST(an_impulse_moves_by_parts_of_a_texel)
{
    LOCAL_IMAGE image = shoot("impulse:level=16:x=3.25:y=-2.5", 32, 20, 0);
    assert_int_equal(count_lit(&image, 0), 4);
    assert_true(image_at(&image, 19, 7)[0] == 16 * 0.75 * 0.5);
    assert_true(image_at(&image, 20, 7)[0] == 16 * 0.25 * 0.5);
    assert_true(image_at(&image, 19, 8)[0] == 16 * 0.75 * 0.5);
    assert_true(image_at(&image, 20, 8)[0] == 16 * 0.25 * 0.5);
}

TEST(three_lights_have_a_colour_each)
{
    LOCAL_IMAGE image = shoot("lights:level=200", 64, 36, 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(count_lit(&image, i), 1);
        assert_true(image_at(&image, 16 * (i + 1), 18)[i] == 200);
    }
}

TEST(the_light_of_a_firefly_is_constant)
{
    const char *dark = "firefly:dark=0:bright=0:level=100:speed=3";
    for (int i = 0; i < 60; i++) {
        LOCAL_IMAGE image = shoot(dark, 33, 20, i * 0.37);
        assert_near(sum_of(&image, 0), 100, 1e-3);
    }
}
