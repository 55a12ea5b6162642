// The Gaussian on the GPU: every implementation against the plain C reference, and what it must
// keep.

#include "effects/gaussian/gaussian_strips.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/blur_fixture.h"

#include <string.h>

enum { WIDE = 24 }; // taps from which (2r + 1)^2 of them take too long here

static const char *const texts[] = {
    "gaussian:sigma=0",
    "gaussian:sigma=1.1",
    "gaussian:sigma=3:edge=zero",
    "gaussian:sigma=4:radius=6.5:weights=erf:edge=mirror",
    "gaussian:sigma=5:radius=11:edge=mirror", // in full blocks of no implementation
    "gaussian:sigma=40:edge=mirror",          // wider than the pictures
    "gaussian:sigma=17:edge=zero",
    "gaussian:sigma=5.3:reach=3",
};
enum { TEXT_COUNT = sizeof(texts) / sizeof(texts[0]) };

// ---- what to hold an implementation against

static struct gaussian_params params_of(const char *text)
{
    struct gaussian_params params;
    const struct chain chain = parse_chain(text);
    memcpy(&params, chain.steps[0].params, sizeof(params));
    return params;
}

static const struct effect_impl *find_impl(const char *name)
{
    const struct effect_impl *impl = effect_impl_find(&effect_gaussian, name);
    return impl;
}

static struct effect_site describe(const struct gaussian_params *params, int width, int height,
                                   enum texture_format format)
{
    return (struct effect_site){
        .info = &gpu_fixture()->info,
        .params = params,
        .width = width,
        .height = height,
        .format = format,
    };
}

static bool is_worth_running(const struct effect_impl *impl, const char *text,
                             const struct image *source, enum texture_format format)
{
    char why[EFFECT_WHY_SIZE];
    const struct gaussian_params params = params_of(text);
    const struct effect_site site = describe(&params, source->width, source->height, format);
    const int radius = gaussian_kernel(&params, source->height).radius;
    struct cost cost = { 0 };
    impl->cost(&site, &cost);
    return effect_impl_fits(impl, &site, why) && (cost.passes > 1 || radius < WIDE);
}

// The narrowest text that the implementation fits: wide blurs take longer to compile than to run.
static const char *narrow_text(const struct effect_impl *impl)
{
    char why[EFFECT_WHY_SIZE];
    const struct gaussian_params params = params_of(texts[1]);
    const struct effect_site site = describe(&params, 129, 67, FORMAT_RGBA32F);
    return effect_impl_fits(impl, &site, why) ? texts[1] : "gaussian:sigma=4.5";
}

static void run_reference(const char *text, const struct image *source, struct image *output)
{
    const struct gaussian_params params = params_of(text);
    const struct reference_call call = { .params = &params, .input = source, .output = output };
    image_init(output, source->width, source->height, IMAGE_TYPE_F64);
    reference_gaussian(&call);
}

static double largest(const struct image *image)
{
    double most = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            for (int c = 0; c < 4; c++)
                most = fmax(most, fabs(image_at(image, x, y)[c]));
    return most;
}

// Shares of the largest texel under the kernel.
static double tolerance_of(const struct effect_impl *impl, const struct effect_site *site)
{
    const double error = effect_impl_error(impl, site);
    if (site->format == FORMAT_RGBA16F)
        return 3.0 / 2048 + error;
    if (site->format == FORMAT_RGBA8)
        return 1.5 / 255 + 0.5 / 255 + error;
    return 1e-6 + 1e-7 * (2 * gaussian_kernel(site->params, site->height).radius + 1) + error;
}

static void assert_impl(const struct effect_impl *impl, const char *text,
                        enum texture_format format, const struct image *source,
                        const struct image *expected)
{
    struct image image;
    const struct gaussian_params params = params_of(text);
    const int radius = gaussian_kernel(&params, source->height).radius;
    run_blur(text, impl->name, format, source, &image);
    const int reach = format == FORMAT_RGBA8 ? -1 : radius; // of bytes all are off alike
    const struct difference worst = compare_under(&image, expected, source, reach, 0);
    const struct effect_site site = describe(&params, source->width, source->height, format);
    if (!(worst.most <= tolerance_of(impl, &site)))
        fail_msg("%s by %s in %s, %dx%d: %g of the largest texel near it off at %d, %d", text,
                 impl->name, texture_format_name(format), source->width, source->height, worst.most,
                 worst.x, worst.y);
    image_finish(&image);
}

// One of `of`, others for other turns.
static void assert_impls(const char *text, enum texture_format format, const struct image *source,
                         int turn, int of)
{
    struct image expected;
    run_reference(text, source, &expected);
    for (const struct effect_impl *const *at = effect_gaussian.impls, *impl; (impl = *at); at++)
        if (test_takes((int) (at - effect_gaussian.impls) + turn, of) &&
            is_worth_running(impl, text, source, format))
            assert_impl(impl, text, format, source, &expected);
    image_finish(&expected);
}

// What remains of an image in a format.
static void make_image_in(enum texture_format format, enum test_image kind, int width, int height,
                          struct image *image)
{
    struct image made;
    struct texture_pool *pool = &gpu_fixture()->pool;
    struct texture *texture = texture_pool_acquire(pool, width, height, format);
    make_test_image(&made, kind, width, height);
    texture_upload(texture, &made);
    texture_read(texture, IMAGE_TYPE_F64, image);
    texture_pool_release(pool, texture);
    image_finish(&made);
}

// ---- the tests

TEST(implementations_equal_the_reference)
{
    static const int sizes[][2] = { { 1, 1 }, { 3, 200 }, { 129, 67 } };
    for (int size = 0; size < 3; size++) // drivers compile anew for each of the small ones
        for (int i = size == 2 ? 0 : 2 + size; i < TEXT_COUNT; i += size == 2 ? 1 : 3) {
            struct image source;
            make_test_image(&source, TEST_IMAGE_RANDOM, sizes[size][0], sizes[size][1]);
            assert_impls(texts[i], FORMAT_RGBA32F, &source, i, size == 2 ? 3 : 6);
            image_finish(&source);
        }
}

TEST(implementations_equal_the_reference_on_every_image)
{
    for (int kind = TEST_IMAGE_CONSTANT; kind < TEST_IMAGE_COUNT; kind++) {
        struct image source;
        make_test_image(&source, (enum test_image) kind, 129, 67);
        assert_impls(texts[3], FORMAT_RGBA32F, &source, 1, 2);
        image_finish(&source);
    }
}

// Over several strips and groups, each radius that has a program of its own.
TEST(cs_fused_equals_the_reference_at_every_radius)
{
    static const char *const edges[] = { "clamp", "mirror", "zero" };
    static const enum texture_format formats[] = { FORMAT_RGBA32F, FORMAT_RGBA16F, FORMAT_RGBA8 };
    for (int radius = 1; radius <= 16; radius += radius < 4 ? 1 : 2) {
        char text[64];
        struct image source, expected;
        const enum texture_format format = formats[radius / 2 % 3];
        snprintf(text, sizeof(text), "gaussian:sigma=%d:radius=%d:edge=%s", radius, radius,
                 edges[radius % 3]);
        make_image_in(format, TEST_IMAGE_RANDOM, 530, 141, &source);
        run_reference(text, &source, &expected);
        assert_impl(find_impl("cs_fused"), text, format, &source, &expected);
        image_finish(&source);
        image_finish(&expected);
    }
}

TEST(a_long_kernel_sees_nothing_beyond_the_border)
{
    static const char text[] = "gaussian:sigma=8:edge=zero";
    struct image source, expected;
    make_image_in(FORMAT_RGBA32F, TEST_IMAGE_RANDOM, 200, 61, &source); // several strips
    run_reference(text, &source, &expected);
    assert_impl(find_impl("cs_direct"), text, FORMAT_RGBA32F, &source, &expected);
    assert_impl(find_impl("cs_blocked"), text, FORMAT_RGBA32F, &source, &expected);
    image_finish(&source);
    image_finish(&expected);
}

TEST(good_ones_equal_the_reference_at_full_size)
{
    static const char *const names[] = { "fs_separable", "cs_blocked", "cs_fused" };
    static const int sizes[][2] = { { 640, 360 }, { 1919, 1079 } };
    for (int size = 0; size < 2; size++) {
        struct image source, expected, image;
        make_test_image(&source, TEST_IMAGE_RANDOM, sizes[size][0], sizes[size][1]);
        run_reference(texts[1], &source, &expected);
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
            run_blur(texts[1], names[i], FORMAT_RGBA32F, &source, &image);
            assert_true(compare_images(&image, &expected).most <= 2e-6 * largest(&source));
            image_finish(&image);
        }
        image_finish(&source);
        image_finish(&expected);
    }
}

TEST(flat_stays_flat)
{
    struct image source, image;
    make_test_image(&source, TEST_IMAGE_CONSTANT, 129, 67);
    for (const struct effect_impl *const *at = effect_gaussian.impls, *impl; (impl = *at); at++)
        for (int half = 0; half < 2; half++) {
            const enum texture_format format = half ? FORMAT_RGBA16F : FORMAT_RGBA32F;
            run_blur(narrow_text(impl), impl->name, format, &source, &image);
            assert_true(compare_images(&image, &source).most <= 1e-6);
            image_finish(&image);
        }
    image_finish(&source);
}

struct moments {
    double energy, x, y; // sum, mean squares of the distance from the middle
};

static struct moments measure(const struct image *image)
{
    struct moments moments = { 0, 0, 0 };
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            const double value = image_at(image, x, y)[0];
            moments.energy += value;
            moments.x += value * (x - image->width / 2) * (x - image->width / 2);
            moments.y += value * (y - image->height / 2) * (y - image->height / 2);
        }
    moments.x = sqrt(moments.x / moments.energy);
    moments.y = sqrt(moments.y / moments.energy);
    return moments;
}

static struct moments measure_point(const char *text, const char *impl, int side)
{
    struct image source, image;
    make_test_image(&source, TEST_IMAGE_IMPULSE, side, side);
    run_blur(text, impl, FORMAT_RGBA32F, &source, &image);
    const struct moments moments = measure(&image);
    image_finish(&source);
    image_finish(&image);
    return moments;
}

TEST(a_point_keeps_its_energy_and_has_the_width_asked_for)
{
    static const double sigmas[] = { 1, 2.35, 7, 23.5, 64 };
    for (int i = 0; i < 5; i++) {
        char text[64];
        snprintf(text, sizeof(text), "gaussian:sigma=%g", sigmas[i]);
        const int side = 2 * (int) ceil(4.5 * sigmas[i]) + 3;
        const struct moments moments =
            measure_point(text, i % 2 ? "cs_blocked" : "fs_separable", side);
        assert_near(moments.energy, 1, 1e-5);
        assert_near(moments.x / sigmas[i], 1, 1e-4);
        assert_near(moments.y / sigmas[i], 1, 1e-4);
    }
    for (const struct effect_impl *const *at = effect_gaussian.impls, *impl; (impl = *at); at++) {
        if (narrow_text(impl) != texts[1])
            continue; // see gaussian_multiresolution_gpu_test.c
        const struct moments moments = measure_point(texts[1], impl->name, 31);
        assert_near(moments.energy, 1, 1e-3);
        assert_near(moments.x, 1.1, 0.01 * 1.1);
        assert_near(moments.y, 1.1, 0.01 * 1.1);
    }
}

// The weights are symmetric, so the bytes are too.
TEST(a_mirrored_picture_gives_the_mirrored_blur)
{
    struct image source, turned, expected, image;
    const struct gaussian_params params = params_of(texts[3]);
    const struct effect_site site = describe(&params, 100, 61, FORMAT_RGBA32F);
    make_test_image(&source, TEST_IMAGE_RANDOM, 100, 61);
    image_init(&turned, 100, 61, IMAGE_TYPE_F64);
    for (int y = 0; y < 61; y++)
        for (int x = 0; x < 100; x++)
            memcpy(image_at(&turned, 99 - x, 60 - y), image_at(&source, x, y), 4 * sizeof(double));
    for (const struct effect_impl *const *at = effect_gaussian.impls, *impl; (impl = *at); at++) {
        if (!is_worth_running(impl, texts[3], &source, FORMAT_RGBA32F))
            continue;
        run_blur(texts[3], impl->name, FORMAT_RGBA32F, &source, &image);
        run_blur(texts[3], impl->name, FORMAT_RGBA32F, &turned, &expected);
        double most = 0;
        for (int y = 0; y < 61; y++)
            for (int x = 0; x < 100; x++)
                for (int c = 0; c < 4; c++)
                    most = fmax(most, fabs(image_at(&image, x, y)[c] -
                                           image_at(&expected, 99 - x, 60 - y)[c]));
        if (most > (effect_impl_error(impl, &site) + 1e-6) * largest(&source))
            fail_msg("%s: %g off", impl->name, most);
        image_finish(&image);
        image_finish(&expected);
    }
    image_finish(&source);
    image_finish(&turned);
}

TEST(two_runs_give_the_same_bytes)
{
    struct image source, first, second;
    make_test_image(&source, TEST_IMAGE_RANDOM, 129, 67);
    for (const struct effect_impl *const *at = effect_gaussian.impls, *impl; (impl = *at); at++) {
        run_blur(narrow_text(impl), impl->name, FORMAT_RGBA16F, &source, &first);
        run_blur(narrow_text(impl), impl->name, FORMAT_RGBA16F, &source, &second);
        assert_memory_equal(first.texels, second.texels, image_bytes(&first));
        image_finish(&first);
        image_finish(&second);
    }
    image_finish(&source);
}

// One colour, covering more or less: wherever anything is left of it, it is still that colour.
TEST(a_transparent_border_leaves_no_fringe)
{
    static const double colour[4] = { 0.25, 0.5, 3, 1 };
    struct image source, image;
    uint64_t seed = 3;
    const struct gaussian_params params = params_of(texts[2]);
    const struct effect_site site = describe(&params, 60, 40, FORMAT_RGBA32F);
    image_init(&source, 60, 40, IMAGE_TYPE_F64);
    for (int y = 0; y < 40; y++)
        for (int x = 0; x < 60; x++) {
            const double alpha = x < 30 ? test_random(&seed) : 0;
            for (int c = 0; c < 4; c++)
                image_at(&source, x, y)[c] = alpha * colour[c];
        }
    for (const struct effect_impl *const *at = effect_gaussian.impls, *impl; (impl = *at); at++) {
        if (!is_worth_running(impl, texts[2], &source, FORMAT_RGBA32F))
            continue;
        const double allowed = effect_impl_error(impl, &site);
        run_blur(texts[2], impl->name, FORMAT_RGBA32F, &source, &image);
        for (int y = 0; y < 40; y++)
            for (int x = 0; x < 60; x++) {
                const double *texel = image_at(&image, x, y);
                for (int c = 0; c < 4; c++)
                    assert_near(texel[c], colour[c] * texel[3], 3 * (1e-6 + allowed));
            }
        image_finish(&image);
    }
    image_finish(&source);
}

// The brightest that a half float holds, and negative light.
TEST(extreme_texels_stay_finite)
{
    struct image source, image;
    uint64_t seed = 5;
    image_init(&source, 70, 50, IMAGE_TYPE_F64);
    for (int y = 0; y < 50; y++)
        for (int x = 0; x < 70; x++)
            for (int c = 0; c < 4; c++)
                image_at(&source, x, y)[c] = test_random(&seed) < 0.7 ? 65504 : -65504;
    for (const struct effect_impl *const *at = effect_gaussian.impls, *impl; (impl = *at); at++) {
        run_blur(narrow_text(impl), impl->name, FORMAT_RGBA16F, &source, &image);
        assert_true(largest(&image) <= 65504);
        image_finish(&image);
    }
    image_finish(&source);
}

TEST(the_cost_counts_every_pass)
{
    struct image source, image;
    struct gpu *gpu = gpu_fixture();
    make_test_image(&source, TEST_IMAGE_RANDOM, 129, 67);
    for (const struct effect_impl *const *at = effect_gaussian.impls, *impl; (impl = *at); at++) {
        const struct gaussian_params params = params_of(narrow_text(impl));
        const struct effect_site site = describe(&params, 129, 67, FORMAT_RGBA16F);
        struct cost cost = { 0 };
        impl->cost(&site, &cost);
        gpu_timer_begin_frame(&gpu->timer, "frame");
        run_blur(narrow_text(impl), impl->name, FORMAT_RGBA16F, &source, &image);
        gpu_timer_end_frame(&gpu->timer);
        const struct gpu_frame *frame = gpu_timer_collect(&gpu->timer, true);
        assert_int_equal((int) cost.passes, frame->scopes[0].dispatches);
        assert_true(cost.stores >= 129 * 67 && cost.stores <= cost.passes * 129 * 67);
        assert_true(cost.texels + cost.bilinear + cost.shared >= 129 * 67);
        image_finish(&image);
    }
    image_finish(&source);
}

static void assert_refused(const char *text, int width, int height, const char *part)
{
    struct plan plan;
    struct error error;
    const struct chain chain = parse_chain(text);
    const struct plan_options options = {
        .width = width, .height = height, .format = FORMAT_RGBA32F, .linear = true
    };
    assert_false(plan_build(&plan, &chain, gpu_fixture(), &options, &error));
    if (!strstr(error.text, part))
        fail_msg("%s: %s", text, error.text);
}

// Every size of groups, by each implementation that takes it in turn; edges lie inside groups.
TEST(every_group_gives_the_same)
{
    static const char *const impls[] = { "cs_naive", "cs_separable", "cs_shared_2d", "cs_tile" };
    const struct param *row = param_find(effect_gaussian.params, "group", strlen("group"));
    struct image source, expected;
    make_test_image(&source, TEST_IMAGE_RANDOM, 70, 67);
    run_reference("gaussian:sigma=1.1", &source, &expected);
    for (int i = 0; row->choices[i]; i++) {
        char text[64];
        snprintf(text, sizeof(text), "gaussian:sigma=1.1:group=%s", row->choices[i]);
        const struct effect_impl *impl = find_impl(impls[i % 4]);
        const bool fits = is_worth_running(impl, text, &source, FORMAT_RGBA32F);
        assert_impl(fits ? impl : find_impl("cs_naive"), text, FORMAT_RGBA32F, &source, &expected);
        if (strcmp(row->choices[i], "4x4") == 0 || strcmp(row->choices[i], "8x8") == 0)
            assert_impl(find_impl("cs_tile"), text, FORMAT_RGBA32F, &source, &expected);
    }
    image_finish(&source);
    image_finish(&expected);
}

TEST(only_some_implementations_have_groups)
{
    const struct param *row = param_find(effect_gaussian.params, "group", strlen("group"));
    const struct gaussian_params of_some = params_of("gaussian:impl=cs_tile");
    const struct gaussian_params of_others = params_of("gaussian:impl=cs_linear");
    const struct gaussian_params of_any = params_of("gaussian");
    assert_true(effect_gaussian.matters(&of_some, row));
    assert_false(effect_gaussian.matters(&of_others, row));
    assert_false(effect_gaussian.matters(&of_any, row));
    assert_refused("gaussian:radius=16:impl=cs_tile:group=32x32", 64, 64, "it needs 65536 bytes");
}

TEST(what_does_not_fit_says_why)
{
    assert_refused("gaussian:sigma=50%h", 8, 2160, "sigma is 1080 px at this height");
    assert_refused("gaussian:impl=fs_naive:sigma=64", 3840, 2160, "taps in one dispatch");
    assert_refused("gaussian:impl=cs_shared_2d:sigma=64", 64, 64, "it needs 5607424 bytes");
    assert_refused("gaussian:impl=cs_fused:sigma=64", 64, 64, "up to radius 16");
    assert_refused("gaussian:impl=cs_fused:sigma=3.6", 64, 64, "this one is 17");
    assert_refused("gaussian:impl=cs_fused:sigma=5.4:reach=3", 64, 64, "this one is 17");
    assert_refused("gaussian:impl=cs_multiresolution:sigma=3.9", 64, 64, "below sigma=4");
    assert_refused("gaussian:impl=cs_multiresolution:radius=9", 64, 64, "needs radius=auto");
}

// Between rows and columns there is little more than one image.
TEST(memory_between_the_passes_is_little)
{
    static const char *const chains[] = { "gaussian:radius=16", "gaussian:sigma=16",
                                          "gaussian:sigma=64" };
    struct texture_pool *pool = &gpu_fixture()->pool;
    for (int i = 0; i < 3; i++) {
        const struct gaussian_params params = params_of(chains[i]);
        const struct effect_call call = {
            .site = describe(&params, 1920, 1080, FORMAT_RGBA16F),
            .gpu = gpu_fixture(),
        };
        struct gaussian_strips strips = gaussian_strips_between(&call.site, false);
        gaussian_strips_acquire(&call, &strips);
        assert_true((double) strips.buffer->size < 1.1 * 1920 * 1080 * 8);
        assert_true(strips.buffer->size >= strips.bytes);
        assert_true(pool->loaned == strips.buffer->size);
        gaussian_strips_release(&call, &strips);
    }
}

// Of 33 taps for a sigma of 10 the ends are missing.
TEST(a_cut_says_how_wide_the_blur_is)
{
    char text[EFFECT_WHY_SIZE];
    const struct gaussian_params cut = params_of("gaussian:sigma=10:radius=16");
    const struct gaussian_params whole = params_of("gaussian:sigma=10");
    effect_gaussian.remark(&cut, 1080, text);
    assert_string_equal(text, "sigma is 7.91 px in effect");
    effect_gaussian.remark(&whole, 1080, text);
    assert_string_equal(text, "");
    const struct gaussian_params widest = params_of("gaussian:sigma=64");
    const struct gaussian_params tails = params_of("gaussian:sigma=64:reach=6");
    effect_gaussian.remark(&widest, 1080, text);
    assert_string_equal(text, "");
    effect_gaussian.remark(&tails, 1080, text);
    assert_string_equal(text, "reach is 4.50 in effect: taps end at 288 px");
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
