// Error diffusion: every row with every kernel at every size equals the reference in every bit.

#include "effects/error_diffusion.h"
#include "tests/error_diffusion_fixture.h"

static void assert_all_sizes(int kernel)
{
    static const int heights[] = { 1, 2, 1023, 1024, 1025, 2160 };
    static const int widths[] = { 1, 2, 3, 640, 1919 };
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 5; j++)
            assert_kernel(kernel, "palette=gameboy", widths[j], heights[i]);
}

#define TEST_OF(KERNEL) \
    static void KERNEL(void **state) \
    { \
        (void) state; \
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(FLOYD_STEINBERG), cmocka_unit_test(FALSE_FS),
        cmocka_unit_test(JARVIS),          cmocka_unit_test(STUCKI),
        cmocka_unit_test(BURKES),          cmocka_unit_test(SIERRA),
        cmocka_unit_test(SIERRA2),         cmocka_unit_test(SIERRA_LITE),
        cmocka_unit_test(ATKINSON),
    };
    return run_gpu_tests(tests);
}
