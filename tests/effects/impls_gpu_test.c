// Every row of every blur: what its cost says, and what it does with pictures that are hard on it.

#include "render/shader_source.h"
#include "tests/fixtures/blur_fixture.h"

#include <string.h>

// Calls `check` for every row that fits a picture of any size, with the effect at its defaults.
static void for_each_row(void (*check)(const struct effect *effect, const char *row))
{
    const char *row;
    for (int i = 0; effects[i]; i++)
        for (int j = 0; effects[i]->blurs && (row = blur_row(effects[i]->name, j)); j++)
            check(effects[i], row);
}

static struct cost cost_of(const struct effect *effect, const char *row, int width, int height)
{
    const struct chain chain = parse_chain(effect->name);
    const struct effect_impl *impl = effect_impl_find(effect, row);
    const struct effect_site site = {
        .info = &gpu_fixture()->info,
        .params = chain.steps[0].params,
        .width = width,
        .height = height,
        .format = FORMAT_RGBA16F,
    };
    struct cost cost = { 0 };
    impl->cost(&site, &cost);
    return cost;
}

// ---- costs

enum { WIDTH = 96, HEIGHT = 96 };

// Every image between the passes is stored once and read once. Buffers have margins, which are wide
// where a row blurs a smaller image and differs from the others. What comes out here has twice the
// bytes of what goes in.
static void check_bytes(const struct effect *effect, const char *row)
{
    struct gpu *gpu = gpu_fixture();
    const struct cost cost = cost_of(effect, row, WIDTH, HEIGHT);
    struct image source, image;
    make_test_image(&source, TEST_IMAGE_RANDOM, WIDTH, HEIGHT);
    gpu_timer_begin_frame(&gpu->timer, "frame");
    run_blur(effect->name, row, FORMAT_RGBA16F, &source, &image);
    gpu_timer_end_frame(&gpu->timer);
    const struct gpu_frame *frame = gpu_timer_collect(&gpu->timer, true);
    const double bytes = (double) gpu_traffic_sum(frame->scopes[0].traffic) - 8 * WIDTH * HEIGHT;
    const double most = effect_impl_find(effect, row)->error ? INFINITY : 1.2 * 16 * cost.stores;
    assert_int_equal(frame->scopes[0].dispatches, (int) cost.passes);
    if (bytes < 0.97 * 16 * cost.stores || bytes > most)
        fail_msg("%s by %s: moves %g bytes, its cost says %g", effect->name, row, bytes,
                 16 * cost.stores);
    image_finish(&source);
    image_finish(&image);
}

TEST(the_cost_counts_every_image)
{
    for_each_row(check_bytes);
}

static bool text_shares(const struct program_desc *desc)
{
    struct shader_source source;
    struct error error;
    if (!shader_source_load(&source, desc->file, desc->defines, &error))
        fail_msg("%s", error.text);
    const bool shares = strstr(source.text, "\nshared ") != NULL;
    shader_source_finish(&source);
    return shares;
}

static void check_shared(const struct effect *effect, const char *row)
{
    const struct cost cost = cost_of(effect, row, WIDTH, HEIGHT);
    bool shares = false;
    for (const struct program_desc *desc = effect_impl_find(effect, row)->programs; desc->file;
         desc++)
        shares |= text_shares(desc);
    if ((cost.shared_bytes > 0) != (cost.shared > 0) || (cost.shared_bytes > 0 && !shares))
        fail_msg("%s by %s: %g bytes of shared memory, %g reads from it", effect->name, row,
                 cost.shared_bytes, cost.shared);
}

TEST(the_cost_knows_of_shared_memory)
{
    for_each_row(check_shared);
}

static void check_need(const struct effect *effect, const char *row)
{
    char text[128];
    snprintf(text, sizeof(text), "%s:impl=%s", effect->name, row);
    const struct chain chain = parse_chain(text);
    const struct plan_options options = { .width = WIDTH, .height = HEIGHT, .linear = true };
    struct context_info *info = &gpu_fixture()->info;
    const int real = info->shared_bytes;
    const double held = cost_of(effect, row, WIDTH, HEIGHT).shared_bytes;
    struct plan plan;
    struct error error;
    info->shared_bytes = 1024;
    const bool fits = plan_build(&plan, &chain, gpu_fixture(), &options, &error);
    info->shared_bytes = real;
    assert_int_equal(fits, held <= 1024);
    snprintf(text, sizeof(text), "needs %.0f bytes of shared memory, and this GPU has 1024", held);
    assert_true(fits || strstr(error.text, text));
}

TEST(a_row_says_how_much_shared_memory_it_needs)
{
    for_each_row(check_need);
}

// ---- pictures

// The largest values of a half float, of either sign, beside nothing.
static void make_extreme_image(struct image *image, int width, int height)
{
    uint64_t seed = 5;
    image_init(image, width, height, IMAGE_TYPE_F64);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int c = 0; c < 4; c++) {
                const double value = test_random(&seed);
                image_at(image, x, y)[c] = value < 0.3 ? 0 : value < 0.6 ? -65504 : 65504;
            }
}

static void assert_finite(const struct image *image, const struct effect *effect, const char *row)
{
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            for (int c = 0; c < 4; c++)
                if (!(fabs(image_at(image, x, y)[c]) <= 65504 * 1.001))
                    fail_msg("%s by %s, %dx%d: %g at %d, %d", effect->name, row, image->width,
                             image->height, image_at(image, x, y)[c], x, y);
}

// Only one that is no power of two, since llvmpipe compiles anew for those that are in one
// direction.
static const int sizes[][2] = { { 1, 1 }, { 1, 8 }, { 8, 1 }, { 2, 2 }, { 37, 5 } };

// Rows take turns at the others.
static bool takes_size(const struct effect *effect, const char *row, size_t size)
{
    int turn = 0;
    while (strcmp(effect->impls[turn]->name, row) != 0)
        turn++;
    return size == 4 || test_takes(turn, 3);
}

static void check_extremes(const struct effect *effect, const char *row)
{
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct image source, image;
        if (!takes_size(effect, row, i))
            continue;
        make_extreme_image(&source, sizes[i][0], sizes[i][1]);
        run_blur(effect->name, row, FORMAT_RGBA16F, &source, &image);
        assert_finite(&image, effect, row);
        image_finish(&source);
        image_finish(&image);
    }
}

TEST(the_largest_values_stay_finite)
{
    for_each_row(check_extremes);
}

static void check_flat(const struct effect *effect, const char *row)
{
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct image source, image;
        if (!takes_size(effect, row, i))
            continue;
        make_test_image(&source, TEST_IMAGE_CONSTANT, sizes[i][0], sizes[i][1]);
        run_blur(effect->name, row, FORMAT_RGBA16F, &source, &image);
        const double most = compare_images(&image, &source).most;
        if (most > 5e-4) // an ulp of a half float
            fail_msg("%s by %s, %dx%d: %g off", effect->name, row, image.width, image.height, most);
        image_finish(&source);
        image_finish(&image);
    }
}

TEST(narrow_flat_pictures_stay_flat)
{
    for_each_row(check_flat);
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
