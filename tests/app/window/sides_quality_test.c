// Two pictures that a thread compares: who closes the window, or has a newer pair, does not wait
// for it.

#include "app/window/stage/background/sides.h"
#include "render/text/clock.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/local_image.h"

#include <time.h>

enum { SMALL_SIDE = 16, LARGE_SIDE = 500 };

static struct image make_picture(int side, uint8_t value)
{
    struct image image = new_image(side, side, IMAGE_TYPE_U8);
    uint8_t *bytes = image.texels;
    for (size_t i = 0; i < image_bytes(&image); i++)
        bytes[i] = value;
    return image;
}

// The second differs from the first by so much everywhere.
static struct sides_quality *begin_pair(int side, uint8_t apart)
{
    struct image pair[2] = { make_picture(side, 100), make_picture(side, (uint8_t) (100 + apart)) };
    return sides_quality_begin(pair);
}

static void wait_for_seconds(double seconds)
{
    const double begin = clock_seconds();
    while (clock_seconds() - begin < seconds)
        nanosleep(&(struct timespec){ .tv_nsec = 1000 * 1000 }, NULL);
}

static const struct sides_difference *wait_for(const struct sides_quality *quality)
{
    const double begin = clock_seconds();
    while (!sides_quality_found(quality)) {
        assert_true(clock_seconds() - begin < 60);
        wait_for_seconds(0.001);
    }
    return sides_quality_found(quality);
}

TEST(each_pair_has_its_own_numbers)
{
    for (uint8_t apart = 1; apart < 50; apart++) {
        struct sides_quality *quality = begin_pair(SMALL_SIDE, apart);
        if (apart % 5 == 0) // the others are dropped before, amid and after their comparison
            assert_int_equal(lround(wait_for(quality)->most), apart);
        if (apart % 7 == 0)
            wait_for_seconds(0.001);
        sides_quality_drop(quality);
    }
    sides_quality_drop(NULL);
}

TEST(drop_does_not_wait)
{
    double begin = clock_seconds();
    struct sides_quality *quality = begin_pair(LARGE_SIDE, 3);
    wait_for(quality);
    const double whole = clock_seconds() - begin;
    sides_quality_drop(quality);
    quality = begin_pair(LARGE_SIDE, 4);
    wait_for_seconds(whole / 5); // it has been begun
    begin = clock_seconds();
    sides_quality_drop(quality);
    const double waited = clock_seconds() - begin;
    print_message("%.3f s for a comparison, %.3f s for a drop amid one\n", whole, waited);
    assert_true(waited < whole / 4);
}
