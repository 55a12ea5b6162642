// Two pictures that a thread compares: who closes the window, or has a newer pair, does not wait
// for it.

#include "app/window/session/background/background.h"
#include "app/window/session/background/job.h"
#include "render/text/memory.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/local_image.h"

#include <sched.h>

enum { SMALL_SIDE = 16 };

static struct image make_picture(int side, uint8_t value)
{
    struct image image = new_image(side, side, IMAGE_TYPE_U8);
    memset(image.texels, value, image_bytes(&image));
    return image;
}

// The second differs from the first by so much everywhere.
static struct sides_quality *begin_pair(int side, uint8_t apart)
{
    struct image pair[2] = { make_picture(side, 100), make_picture(side, (uint8_t) (100 + apart)) };
    return sides_quality_begin(pair);
}

static const struct sides_difference *wait_for(const struct sides_quality *quality)
{
    while (!sides_quality_found(quality))
        sched_yield();
    return sides_quality_found(quality);
}

TEST(each_pair_has_its_own_numbers)
{
    for (uint8_t apart = 1; apart < 50; apart++) {
        struct sides_quality *quality = begin_pair(SMALL_SIDE, apart);
        if (apart % 5 == 0) // the others are dropped before, amid and after their comparison
            assert_int_equal(lround(wait_for(quality)->most), apart);
        if (apart % 7 == 0)
            sched_yield();
        sides_quality_drop(quality);
    }
    sides_quality_drop(NULL);
}

// A job that ends only once the window has dropped it.
static atomic_bool is_begun, is_dropped, was_stopped, is_finished;

static void work_until_dropped(struct job *job)
{
    atomic_store(&is_begun, true);
    while (!atomic_load(&is_dropped))
        sched_yield();
    atomic_store(&was_stopped, atomic_load(&job->stop));
}

static void finish_job(struct job *job)
{
    (void) job;
    atomic_store(&is_finished, true);
}

TEST(drop_does_not_wait)
{
    struct job *job = memory_new(1, sizeof(*job));
    *job = (struct job){ .work = work_until_dropped, .finish = finish_job };
    job_begin(job);
    while (!atomic_load(&is_begun))
        sched_yield();
    job_drop(job);
    assert_false(atomic_load(&is_finished)); // the thread is amid its work
    atomic_store(&is_dropped, true);
    while (!atomic_load(&is_finished))
        sched_yield();
    assert_true(atomic_load(&was_stopped));
}
