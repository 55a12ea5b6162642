// Two pictures that a thread compares: the newest pair wins, and who closes the window does not
// wait for it.

#include "app/lab/text/clock.h"
#include "app/window/stage/background/sides.h"
#include "tests/fixtures/cmocka.h"

#include <time.h>

enum { SMALL_SIDE = 16, LARGE_SIDE = 500 };

static struct image make_picture(int side, uint8_t value)
{
    struct image image;
    image_init(&image, side, side, IMAGE_TYPE_U8);
    uint8_t *bytes = image.texels;
    for (size_t i = 0; i < image_bytes(&image); i++)
        bytes[i] = value;
    return image;
}

// The second differs from the first by so much everywhere.
static void give_pair(struct sides_quality *quality, int side, uint8_t apart)
{
    struct image a = make_picture(side, 100), b = make_picture(side, (uint8_t) (100 + apart));
    sides_quality_compare(quality, &a, &b);
}

static void wait_for_seconds(double seconds)
{
    const double begin = clock_seconds();
    while (clock_seconds() - begin < seconds)
        nanosleep(&(struct timespec){ .tv_nsec = 1000 * 1000 }, NULL);
}

static struct sides_difference wait_for(struct sides_quality *quality)
{
    const double begin = clock_seconds();
    struct sides_difference difference;
    while (!sides_quality_take(quality, &difference)) {
        assert_true(clock_seconds() - begin < 60);
        wait_for_seconds(0.001);
    }
    return difference;
}

TEST(newest_pair_wins)
{
    struct sides_quality *quality = sides_quality_make();
    struct sides_difference difference;
    assert_false(sides_quality_take(quality, &difference));
    for (uint8_t apart = 1; apart < 50; apart++) {
        give_pair(quality, SMALL_SIDE, apart);
        if (apart % 5 == 0)
            assert_int_equal(lround(wait_for(quality).most), apart);
        if (apart % 7 == 0)
            wait_for_seconds(0.001);
    }
    assert_int_equal(lround(wait_for(quality).most), 49);
    sides_quality_free(quality);
}

TEST(one_that_waits_is_freed)
{
    struct sides_quality *quality = sides_quality_make();
    give_pair(quality, LARGE_SIDE, 3);
    give_pair(quality, SMALL_SIDE, 3);
    sides_quality_free(quality);
    sides_quality_free(NULL);
}

TEST(end_does_not_wait)
{
    struct sides_quality *quality = sides_quality_make();
    double begin = clock_seconds();
    give_pair(quality, LARGE_SIDE, 3);
    wait_for(quality);
    const double whole = clock_seconds() - begin;
    give_pair(quality, LARGE_SIDE, 4);
    wait_for_seconds(whole / 5); // it has been begun
    begin = clock_seconds();
    sides_quality_free(quality);
    const double waited = clock_seconds() - begin;
    print_message("%.3f s for a comparison, %.3f s for an end within one\n", whole, waited);
    assert_true(waited < whole / 4);
}
