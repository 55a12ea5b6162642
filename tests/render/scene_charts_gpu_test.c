// The charts: exact positions, and exact coverage when they move by parts of a texel.

#include "tests/fixtures/local_image.h"
#include "tests/fixtures/scene_fixture.h"

#include <math.h>

static struct image shoot(const char *scene, int width, int height, double time)
{
    const struct scene_shot shot = { scene, width, height, .time = time };
    struct image image;
    shoot_scene(&shot, &image);
    assert_is_light(&image);
    return image;
}

static double sum_of(const struct image *image, int channel)
{
    double sum = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            sum += image_at(image, x, y)[channel];
    return sum;
}

static int count_lit(const struct image *image, int channel)
{
    int count = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            count += image_at(image, x, y)[channel] > 0;
    return count;
}

TEST(an_impulse_is_one_texel)
{
    static const int sizes[][2] = { { 1, 1 }, { 64, 48 }, { 65, 49 }, { 16, 4096 } };
    for (int i = 0; i < 4; i++) {
        LOCAL_IMAGE image = shoot("impulse:level=50", sizes[i][0], sizes[i][1], 0);
        assert_int_equal(count_lit(&image, 0), 1);
        assert_true(image_at(&image, sizes[i][0] / 2, sizes[i][1] / 2)[1] == 50);
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

static void assert_near(double a, double b, double tolerance, const char *what, int x, int y)
{
    if (fabs(a - b) > tolerance)
        fail_msg("%s at %d, %d: %.7g instead of %.7g", what, x, y, a, b);
}

// The blocks' edges are whole texels at time 0, so a picture moved by (dx, dy) in 0..1 is the first
// one mixed with its neighbours to the left and above, and by more the same further on.
TEST(blocks_move_exactly)
{
    static const double times[] = { 0.5, 0.25, 3, 17.75, 40.125, -5.5 };
    LOCAL_IMAGE still = shoot("blocks:speed=1:block=4", 96, 80, 0);
    for (int i = 0; i < 6; i++) {
        LOCAL_IMAGE moved = shoot("blocks:speed=1:block=4", 96, 80, times[i]);
        const int whole = (int) floor(times[i]);
        const double part = times[i] - whole;
        for (int y = 48; y < 72; y++)
            for (int x = 48; x < 88; x++) {
                const int u = x - whole, v = y - whole;
                const double above = part * image_at(&still, u - 1, v - 1)[0] +
                                     (1 - part) * image_at(&still, u, v - 1)[0];
                const double here =
                    part * image_at(&still, u - 1, v)[0] + (1 - part) * image_at(&still, u, v)[0];
                assert_near(image_at(&moved, x, y)[0], part * above + (1 - part) * here, 2e-6,
                            "blocks", x, y);
            }
    }
}

TEST(a_firefly_keeps_its_light)
{
    const char *dark = "firefly:dark=0:bright=0:level=100:speed=3";
    for (int i = 0; i < 60; i++) {
        LOCAL_IMAGE image = shoot(dark, 33, 20, i * 0.37);
        assert_near(sum_of(&image, 0), 100, 1e-3, "firefly", i, 0);
    }
}

static bool is_inside(double x, double y, double half, double angle)
{
    const double u = x * cos(angle) + y * sin(angle), v = y * cos(angle) - x * sin(angle);
    return fabs(u) < half && fabs(v) < half;
}

static double sampled_cover(int x, int y, double center, double half, double angle)
{
    enum { SIDE = 48 };
    int inside = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        inside += is_inside(x + (i % SIDE + 0.5) / SIDE - center,
                            y + (i / SIDE + 0.5) / SIDE - center, half, angle);
    return (double) inside / (SIDE * SIDE);
}

TEST(the_square_behind_bars_is_covered_exactly)
{
    static const double degrees[] = { 0, 17, 45, 89.9, 123.4 };
    for (int i = 0; i < 5; i++) {
        struct image image =
            shoot("bars:level=1:grey=0.5:bar=2:gap=4096:square=0.5:speed=1", 48, 48, degrees[i]);
        const double angle = degrees[i] * 3.14159265358979 / 180;
        for (int y = 0; y < 48; y++)
            for (int x = 0; x < 48; x++) {
                const bool is_bar = x == 23 || x == 24;
                const double cover = is_bar ? 0.5 : sampled_cover(x, y, 24, 12, angle);
                assert_near(image_at(&image, x, y)[0], cover, 0.015, "bars", x, y);
            }
        image_finish(&image);
    }
}

static double encoded(double light)
{
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
}

TEST(a_ramp_is_even_in_display_values)
{
    LOCAL_IMAGE right = shoot("ramp:from=0.1:to=0.3", 50, 4, 0),
                down = shoot("ramp:from=1:to=0:along=y", 3, 50, 0);
    for (int i = 0; i < 50; i++) {
        const double along = (i + 0.5) / 50;
        assert_near(encoded(image_at(&right, i, 2)[0]), 0.1 + 0.2 * along, 1e-5, "ramp", i, 0);
        assert_near(encoded(image_at(&down, 1, i)[2]), 1 - along, 1e-5, "ramp", 0, i);
    }
}

TEST(a_checker_has_its_corner_in_the_middle)
{
    LOCAL_IMAGE whole = shoot("checker:square=8:dark=0.25", 64, 48, 0),
                parts = shoot("checker:square=2.5", 50, 50, 0);
    assert_true(image_at(&whole, 32, 24)[0] == 0.25);
    assert_true(image_at(&whole, 31, 24)[0] == 1);
    assert_true(image_at(&whole, 31, 23)[0] == 0.25);
    assert_true(image_at(&whole, 32 + 7, 24 + 7)[0] == 0.25);
    assert_near(image_at(&parts, 27, 25)[0], 0.5, 1e-5, "half a texel", 27, 25);
    assert_near(sum_of(&parts, 0) / (50 * 50), 0.5, 1e-5, "mean", 0, 0);
}

// Along a line from the middle the phase is pi r^2 / (2 R).
TEST(a_zone_plate_has_every_frequency)
{
    LOCAL_IMAGE image = shoot("zone_plate:level=2", 120, 90, 0);
    for (int x = 60; x < 120; x++) {
        const double r2 = (x - 59.5) * (x - 59.5) + 0.25;
        const double phase = 3.14159265358979 * r2 / (2 * 75);
        assert_near(image_at(&image, x, 45)[0], 1 + cos(phase), 1e-4, "ring", x, 45);
    }
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
