// Error diffusion: every row with every kernel at every width and height equals the
// reference in every bit; every day one height in four of those.

#include "effects/error_diffusion/error_diffusion.h"
#include "tests/fixtures/error_diffusion_fixture.h"

static const int low[] = { 1, 2 }, high[] = { 1023, 1024, 1025, 2160 };
static const int narrow[] = { 1, 2, 3 }, wide[] = { 640, 1919 };

enum { LOW = 2, HIGH = 4, NARROW = 3, WIDE = 2 };

static void assert_sizes(int kernel, const int *widths, int across, const int *heights, int down)
{
    for (int i = 0; i < across; i++)
        for (int j = 0; j < down; j++)
            assert_kernel(kernel, "palette=gameboy", widths[i], heights[j]);
}

// High pictures take nearly all of the time: each kernel has one narrow picture of each height and
// two wide ones, so that each pair of a width and a height is taken with two kernels or three.
static void assert_all_sizes(int kernel)
{
    assert_sizes(kernel, narrow, NARROW, low, LOW);
    assert_sizes(kernel, wide, WIDE, low, LOW);
    for (int i = 0; i < HIGH; i++)
        if (test_takes(kernel + i, HIGH))
            assert_sizes(kernel, &narrow[(kernel + i) % NARROW], 1, &high[i], 1);
    for (int i = 0; i < WIDE; i++)
        if (test_takes(kernel + i, 4))
            assert_sizes(kernel, &wide[i], 1, &high[(kernel + i) % HIGH], 1);
}

#define TEST_OF(KERNEL) \
    TEST(KERNEL) \
    { \
        assert_all_sizes(DIFFUSION_##KERNEL); \
    }

TEST_OF(FLOYD_STEINBERG)
TEST_OF(FALSE_FS)
TEST_OF(JARVIS)
TEST_OF(STUCKI)
TEST_OF(BURKES)
TEST_OF(SIERRA)
TEST_OF(SIERRA2)
TEST_OF(SIERRA_LITE)
TEST_OF(ATKINSON)

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
