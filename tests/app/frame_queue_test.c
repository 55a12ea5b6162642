// Frames that are made files of in threads: their order, their bytes, and what a failure leaves.

#include "app/picture/frame_queue.h"
#include "render/text/chance.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/local_image.h"

#include <unistd.h>

enum { FRAMES = 9, MOST_SIDE = 700 };

static bool exists(int number, const char *ending)
{
    return access(formatted("f_%d%s", number, ending), F_OK) == 0;
}

// Every third frame takes long to compress.
static bool push(struct frame_queue *queue, int number, const char *ending)
{
    struct frame frame = { 0 };
    const int side = number % 3 == 0 ? MOST_SIDE : 1;
    const enum image_type type = strcmp(ending, ".png") == 0 ? IMAGE_TYPE_U8 : IMAGE_TYPE_F32;
    frame.image = new_image(side, side, type);
    uint64_t seed = (uint64_t) number;
    if (type == IMAGE_TYPE_U8)
        fill_bytes(&frame.image, i, chance_next(&seed));
    else if (number == 4)
        ((float *) frame.image.texels)[1] = NAN;
    snprintf(frame.name, FRAME_NAME_SIZE, "f_%d%s", number, ending);
    return frame_queue_push(queue, &frame);
}

static void assert_in_order(void)
{
    for (int i = FRAMES - 1; i > 0; i--)
        assert_true(!exists(i, ".png") || exists(i - 1, ".png"));
}

TEST(files_come_in_order)
{
    const struct frame_format format = { .type = IMAGE_TYPE_U8 };
    struct frame_queue *queue = frame_queue_make(&format, 4, 1);
    int failure = 0;
    for (int i = 0; i < FRAMES; i++) {
        assert_true(push(queue, i, ".png"));
        assert_in_order();
    }
    while (!frame_queue_wait(queue))
        assert_in_order();
    assert_true(frame_queue_end(queue, &failure, &error));
    assert_int_equal(frame_queue_written(queue), FRAMES);
    frame_queue_free(queue);
}

TEST(a_failure_ends_it)
{
    const struct frame_format light = { .type = IMAGE_TYPE_F32 };
    for (int threads = 1; threads <= 8; threads *= 8) {
        // Pushes frames until that fails. The queue is one with room for few, so that it does.
        struct frame_queue *queue = frame_queue_make(&light, threads, (size_t) 200 << 20);
        int failure = 0, pushed = 0;
        while (pushed < FRAMES && push(queue, pushed, ".pfm"))
            pushed++;
        assert_in_range(pushed, 4 + 1, FRAMES);
        assert_false(frame_queue_end(queue, &failure, &error));
        assert_int_equal(failure, EXIT_FAILURE);
        assert_int_equal(frame_queue_written(queue), 4);
        assert_contains(error.text, "not finite");
        for (int i = 0; i < FRAMES; i++)
            assert_int_equal(exists(i, ".pfm"), i < 4);
        frame_queue_free(queue);
    }
}

// A place that cannot be written is found by tests/program/sequence_test.py.

AROUND_TESTS(.before = folder_enter)
