// A kernel is found again, from a picture and its convolution with the kernel, summed up directly.

#include "effects/metrics/kernel_fit.h"
#include "tests/fixtures/chain_fixture.h"

enum { WIDTH = 112, HEIGHT = 96, SIDE = 5 };

// Not symmetric, and not of sum 1.
static const double kernel[SIDE][SIDE] = {
    { 0.00, 0.02, 0.03, 0.00, 0.00 }, { 0.01, 0.06, 0.10, 0.05, 0.00 },
    { 0.02, 0.09, 0.16, 0.08, 0.04 }, { 0.00, 0.04, 0.08, 0.06, 0.03 },
    { 0.00, 0.00, 0.02, 0.01, 0.00 },
};

// Fills channel 0 with blocks of several sizes.
static void fill_blocks(struct image *image, uint32_t state)
{
    for_each_place(x, y, WIDTH, HEIGHT)
        for (int size = 1; size <= 16; size *= 4) {
            const uint32_t cell = (uint32_t) (x / size * 7919 + y / size * 104729) + state;
            const uint32_t mixed = (cell ^ cell >> 15) * 2654435761u;
            image_at(image, x, y)[0] += (mixed >> 16) / 65536.0 / 3;
        }
}

static void convolve(const struct image *from, double offset, struct image *to)
{
    for_each_place(x, y, WIDTH, HEIGHT) {
        image_at(to, x, y)[0] = offset;
        for (int i = 0; i < SIDE * SIDE; i++)
            image_at(to, x, y)[0] +=
                kernel[i / SIDE][i % SIDE] *
                image_clamped(from, x - i % SIDE + SIDE / 2, y - i / SIDE + SIDE / 2)[0];
    }
}

TEST(a_kernel_is_found_again)
{
    LOCAL_IMAGE before = new_image(WIDTH, HEIGHT, IMAGE_TYPE_F64);
    LOCAL_IMAGE after = new_image(WIDTH, HEIGHT, IMAGE_TYPE_F64);
    struct kernel_fit fit;
    fill_blocks(&before, 1);
    convolve(&before, 0.1, &after);
    const double width = kernel_fit_width(&before, &after);
    assert_within(width, 1.1, 0.2, "the width of the nearest Gaussian");
    kernel_fit_init(&fit, &before, &after, width, 1e-4, &(struct kernel_tails){ 0 });
    assert_within(fit.squares, 0, 2e-5, "the differences that remain");
    for (int y = -fit.reach; y <= fit.reach; y++)
        for (int x = -fit.reach; x <= fit.reach; x++) {
            const bool is_inside = abs(x) <= SIDE / 2 && abs(y) <= SIDE / 2;
            const double expected = is_inside ? kernel[y + SIDE / 2][x + SIDE / 2] : 0;
            assert_within(fit.values[(y + fit.reach) * (2 * fit.reach + 1) + x + fit.reach],
                          expected, 1e-3, "a value of the kernel");
        }
    struct image made;
    kernel_fit_apply(&fit, &before, &made);
    for (int y = fit.reach; y < HEIGHT - fit.reach; y++)
        for (int x = fit.reach; x < WIDTH - fit.reach; x++)
            assert_within(image_at(&made, x, y)[0] + 0.1, image_at(&after, x, y)[0], 2e-3,
                          "the convolution");
    image_finish(&made);
    kernel_fit_finish(&fit);
}

TEST(a_sharp_picture_and_another_one_are_told_apart)
{
    LOCAL_IMAGE before = new_image(WIDTH, HEIGHT, IMAGE_TYPE_F64);
    LOCAL_IMAGE other = new_image(WIDTH, HEIGHT, IMAGE_TYPE_F64);
    fill_blocks(&before, 1);
    fill_blocks(&other, 77);
    assert_true(kernel_fit_width(&before, &before) == 0);
    assert_true(isnan(kernel_fit_width(&before, &other)));
}
