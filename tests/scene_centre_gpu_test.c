// The middle of the view can be moved: nothing else changes.

#include "tests/scene_fixture.h"

#include <math.h>

enum { WIDTH = 160, HEIGHT = 90 };

// The share of texels that are not those of `plain`, moved right and down.
static double share_elsewhere(const struct image *plain, const struct image *moved, int right,
                              int down)
{
    int count = 0, others = 0;
    for (int y = down > 0 ? down : 0; y < HEIGHT && y - down < HEIGHT; y++)
        for (int x = right > 0 ? right : 0; x < WIDTH && x - right < WIDTH; x++) {
            const double *a = image_at(plain, x - right, y - down), *b = image_at(moved, x, y);
            count++;
            others += fabs(a[0] - b[0]) > 0.01 * (0.1 + a[0]);
        }
    return (double) others / count;
}

static void the_view_moves_by_whole_pixels(void **state)
{
    (void) state;
    static const int ways[][2] = { { -16, 0 }, { 24, 0 }, { 0, 9 }, { -8, -5 } };
    struct scene_shot shot = { "icosahedra", WIDTH, HEIGHT, .time = 1 };
    struct image plain, moved;
    shoot_scene(&shot, &plain);
    for (int i = 0; i < 4; i++) {
        shot.centre[0] = (float) ways[i][0] / WIDTH;
        shot.centre[1] = (float) ways[i][1] / HEIGHT;
        shoot_scene(&shot, &moved);
        // Edges may meet other texels by a rounding.
        assert_true(share_elsewhere(&plain, &moved, ways[i][0], ways[i][1]) < 0.01);
        assert_true(share_elsewhere(&plain, &moved, 0, 0) > 0.1);
        image_finish(&moved);
    }
    image_finish(&plain);
}

static void charts_stay(void **state)
{
    (void) state;
    struct scene_shot shot = { "impulse", WIDTH, HEIGHT };
    struct image plain, moved;
    shoot_scene(&shot, &plain);
    shot.centre[0] = 0.25f;
    shoot_scene(&shot, &moved);
    assert_true(share_elsewhere(&plain, &moved, 0, 0) == 0);
    image_finish(&plain);
    image_finish(&moved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_view_moves_by_whole_pixels),
        cmocka_unit_test(charts_stay),
    };
    return run_gpu_tests(tests);
}
