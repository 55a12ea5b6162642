// The box on the GPU: every implementation against the plain C reference, and the faults that boxes
// are known for.

#include "effects/box/box.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/blur_fixture.h"
#include "tests/fixtures/scene_fixture.h"

#include <stdlib.h>
#include <string.h>

// Every implementation by these. Compiling one anew for each, and on llvmpipe for sizes that are
// powers of two, takes longer than running it: 1 to 6 s for sums over tiles or of sums.
static const char *const texts_of_all[] = { "box:radius=16", "box:radius=1" };

// And some, one of each kind, by these.
static const char *const texts_of_some[] = {
    "box:sigma=0.3:iterations=3", // a radius of 0
    "box:sigma=3.3:edge=mirror",
    "box:radius=127:edge=zero",
    "box:sigma=9.7:iterations=2:edge=mirror",
    "box:sigma=5:iterations=3:edge=zero",
    "box:sigma=30:iterations=2",
    "box:sigma=110:iterations=3",
};
static const char *const some_impls[] = { "cs_segmented", "cs_running_x4",    "cs_scan",
                                          "cs_double",    "cs_double_linear", "cs_fused",
                                          "cs_tiled" };

enum { ALL_COUNT = sizeof(texts_of_all) / sizeof(texts_of_all[0]) };
enum { SOME_COUNT = sizeof(texts_of_some) / sizeof(texts_of_some[0]) };
enum { SOME_IMPLS_COUNT = sizeof(some_impls) / sizeof(some_impls[0]) };

static struct box box_of(const char *text, int height)
{
    const struct chain chain = parse_chain(text);
    return box_solve((const void *) chain.steps[0].params, height);
}

// What the format makes of the image, as the shader sees it.
static void round_to(enum texture_format format, struct image *image)
{
    const struct texture_desc desc = { .width = image->width,
                                       .height = image->height,
                                       .format = format };
    struct texture texture;
    texture_init(&texture, &desc);
    texture_upload(&texture, image);
    image_finish(image);
    texture_read(&texture, IMAGE_TYPE_F64, image);
    texture_finish(&texture);
}

// Bilinear reads of texels of unlike weight have 8 bits for their fraction; pairs of like weight
// meet half-way, as far as 24 bits of a coordinate can say where that is.
static double bilinear_tolerance(const char *name, const struct box *box)
{
    if (!strstr(name, "linear"))
        return 0;
    return box->iterations > 1 || box->end > 0 ? 1.0 / 256 : 1e-5;
}

// As a share of the largest texel under the box.
static double tolerance_of(const char *text, const char *name, enum texture_format format,
                           int height)
{
    const struct box box = box_of(text, height);
    const double taps = 2 * box_reach(&box) + 1;
    const double ulp = format == FORMAT_RGBA16F ? 1.0 / 1024
                       : format == FORMAT_RGBA8 ? 0.5 / 255
                                                : 0;
    return 1e-7 * taps + 1e-6 + 3 * ulp + bilinear_tolerance(name, &box);
}

// What texels that have passed leave in running sums, as a share of the largest of all.
static const double residue = 1e-7;

// The weights of sums of sums are rounded, and errors add up where the box is hardly wider than a
// texel.
static double rounding_of(const struct box *box)
{
    return box->iterations > 1 ? 2e-6 : 0;
}

static bool impl_fits(const char *text, const char *name, const struct image *source)
{
    char why[EFFECT_WHY_SIZE];
    const struct chain chain = parse_chain(text);
    const struct effect_impl *impl = effect_impl_find(&effect_box, name);
    const struct effect_site site = { .info = &gpu_fixture()->info,
                                      .params = chain.steps[0].params,
                                      .width = source->width,
                                      .height = source->height,
                                      .format = FORMAT_RGBA32F };
    return effect_impl_fits(impl, &site, why);
}

static void assert_impl(const char *text, const char *name, enum texture_format format,
                        const struct image *source, const struct image *expected)
{
    struct image image;
    run_blur(text, name, format, source, &image);
    const struct box box = box_of(text, source->height);
    const bool is_small = source->width * source->height < 20000;
    const int reach = is_small && format != FORMAT_RGBA8 ? box_reach(&box) : -1;
    const struct difference worst =
        compare_under(&image, expected, source, reach, residue + rounding_of(&box));
    if (worst.most > tolerance_of(text, name, format, source->height))
        fail_msg("%s by %s in %s, %dx%d: %g of the largest texel off at %d, %d", text, name,
                 texture_format_name(format), source->width, source->height, worst.most, worst.x,
                 worst.y);
    image_finish(&image);
}

static void make_expected(const char *text, const struct image *source, struct image *expected)
{
    const struct chain chain = parse_chain(text);
    reference_run_chain(&chain, source, 8, 0, expected);
}

// (2r + 1)^2 taps take too long for the wide boxes.
static bool is_feasible(const char *text, const char *name, const struct image *source)
{
    const struct box box = box_of(text, source->height);
    return strncmp(name, "cs_single", 9) != 0 || box_reach(&box) <= 30;
}

static void assert_all_impls(const char *text, enum texture_format format,
                             const struct image *source, int turn)
{
    const bool is_point = source->width == 1; // for which all is compiled anew
    struct image expected;
    make_expected(text, source, &expected);
    for (const struct effect_impl *const *at = effect_box.impls, *impl; (impl = *at); at++)
        if (is_feasible(text, impl->name, source) &&
            test_takes((int) (at - effect_box.impls) + turn, is_point ? 5 : 3))
            assert_impl(text, impl->name, format, source, &expected);
    image_finish(&expected);
}

// One of three, others for the text after it.
static void assert_some_impls(const char *text, enum texture_format format,
                              const struct image *source, int turn)
{
    struct image expected;
    make_expected(text, source, &expected);
    for (int i = 0; i < SOME_IMPLS_COUNT; i++)
        if (test_takes(i + turn, 3) && impl_fits(text, some_impls[i], source))
            assert_impl(text, some_impls[i], format, source, &expected);
    image_finish(&expected);
}

static const int sizes[][2] = { { 1, 1 }, { 3, 200 }, { 129, 67 } };

TEST(all_implementations_equal_the_reference)
{
    for (int size = 0; size < 3; size++) {
        struct image source;
        make_test_image(&source, TEST_IMAGE_RANDOM, sizes[size][0], sizes[size][1]);
        for (int i = 0; i < ALL_COUNT; i++)
            assert_all_impls(texts_of_all[i], FORMAT_RGBA32F, &source, i);
        image_finish(&source);
    }
}

TEST(iterations_fractions_and_borders_equal_the_reference)
{
    for (int size = 0; size < 3; size++) {
        struct image source;
        make_test_image(&source, TEST_IMAGE_RANDOM, sizes[size][0], sizes[size][1]);
        for (int i = 0; i < SOME_COUNT; i++)
            if (test_takes(i, size == 0 ? 6 : 1))
                assert_some_impls(texts_of_some[i], FORMAT_RGBA32F, &source, i);
        image_finish(&source);
    }
}

// Those that keep halves in shared memory, where images hold no more. The texts left out here are
// those of large images.
TEST(halves_in_shared_memory_equal_the_reference)
{
    static const char *const tested[] = { "cs_tiled", "cs_fused" };
    for (int size = 0; size < 3; size++) {
        struct image source, expected;
        make_test_image(&source, TEST_IMAGE_RANDOM, sizes[size][0], sizes[size][1]);
        round_to(FORMAT_RGBA16F, &source);
        for (int i = 0; i < (size == 0 ? 1 : SOME_COUNT); i += 2) {
            make_expected(texts_of_some[i], &source, &expected);
            for (int j = 0; j < 2; j++)
                if (test_takes(i / 2 + j, 2) && impl_fits(texts_of_some[i], tested[j], &source))
                    assert_impl(texts_of_some[i], tested[j], FORMAT_RGBA16F, &source, &expected);
            image_finish(&expected);
        }
        image_finish(&source);
    }
}

// Sizes that segments, batches, tiles and groups do not divide.
TEST(large_images_equal_the_reference)
{
    struct image source;
    make_test_image(&source, TEST_IMAGE_RANDOM, 967, 541);
    struct image expected;
    make_expected("box:radius=30", &source, &expected);
    assert_impl("box:radius=30", "cs_segmented", FORMAT_RGBA32F, &source, &expected);
    assert_impl("box:radius=30", "cs_running_x8", FORMAT_RGBA32F, &source, &expected);
    assert_impl("box:radius=30", "cs_tiled", FORMAT_RGBA32F, &source, &expected);
    image_finish(&expected);
    image_finish(&source);
    make_test_image(&source, TEST_IMAGE_RANDOM, 643, 361);
    round_to(FORMAT_RGBA16F, &source);
    static const char *const texts[] = { "box:sigma=3.3:edge=mirror",
                                         "box:sigma=9.7:iterations=2:edge=mirror",
                                         "box:sigma=30:iterations=2" };
    for (int i = 0; i < 3; i++) {
        if (!test_takes(i + 2, 3))
            continue;
        make_expected(texts[i], &source, &expected);
        assert_impl(texts[i], "cs_tiled", FORMAT_RGBA16F, &source, &expected);
        if (impl_fits(texts[i], "cs_fused", &source))
            assert_impl(texts[i], "cs_fused", FORMAT_RGBA16F, &source, &expected);
        image_finish(&expected);
    }
    image_finish(&source);
}

// In segments of both directions at once, several texels at once: a software renderer runs them
// otherwise.
TEST(segments_equal_the_reference_as_a_gpu_runs_them)
{
    static const char *const texts[] = { "box:radius=16", "box:sigma=3.3:edge=mirror",
                                         "box:sigma=9.7:iterations=2:edge=mirror" };
    static const int shapes[][2] = { { 5, 900 }, { 600, 5 } };
    bool *software = &gpu_fixture()->info.software;
    const bool was_software = *software;
    *software = false;
    for (int shape = 0; shape < 2; shape++) {
        struct image source, expected;
        make_test_image(&source, TEST_IMAGE_RANDOM, shapes[shape][0], shapes[shape][1]);
        for (int i = 0; i < 3; i++) {
            make_expected(texts[i], &source, &expected);
            assert_impl(texts[i], "cs_segmented", FORMAT_RGBA32F, &source, &expected);
            image_finish(&expected);
        }
        image_finish(&source);
    }
    *software = was_software;
}

// 1080 rows leave a rest after batches of 16 and 32.
TEST(what_remains_after_whole_batches_is_right)
{
    static const char *const tested[] = { "cs_running_x12", "cs_running_x16", "cs_running_x24",
                                          "cs_running_x32", "cs_scan" };
    static const int shapes[][2] = { { 5, 1080 }, { 1080, 5 } };
    for (int shape = 0; shape < 2; shape++) {
        struct image source, expected;
        make_test_image(&source, TEST_IMAGE_RANDOM, shapes[shape][0], shapes[shape][1]);
        make_expected("box:radius=30", &source, &expected);
        for (int i = 0; i < 5; i++)
            assert_impl("box:radius=30", tested[i], FORMAT_RGBA32F, &source, &expected);
        image_finish(&expected);
        image_finish(&source);
    }
}

TEST(no_width_is_a_copy_and_a_small_one_keeps_brightness)
{
    struct image random, flat, image;
    make_test_image(&random, TEST_IMAGE_RANDOM, 129, 67);
    make_test_image(&flat, TEST_IMAGE_CONSTANT, 129, 67);
    round_to(FORMAT_RGBA32F, &random);
    for (const struct effect_impl *const *at = effect_box.impls, *impl; (impl = *at); at++) {
        run_blur("box:sigma=0", impl->name, FORMAT_RGBA32F, &random, &image);
        assert_true(compare_images(&image, &random).most == 0);
        image_finish(&image);
        run_blur("box:radius=1", impl->name, FORMAT_RGBA32F, &flat, &image);
        assert_true(compare_images(&image, &flat).most <= 1e-6);
        image_finish(&image);
    }
    for (int i = 0; i < SOME_IMPLS_COUNT; i++) {
        if (!impl_fits("box:sigma=0.3:iterations=3", some_impls[i], &flat))
            continue;
        run_blur("box:sigma=0.3:iterations=3", some_impls[i], FORMAT_RGBA32F, &flat, &image);
        assert_true(compare_images(&image, &flat).most <= 1e-5);
        image_finish(&image);
    }
    image_finish(&random);
    image_finish(&flat);
}

static void flip(const struct image *from, struct image *to)
{
    image_init(to, from->width, from->height, IMAGE_TYPE_F64);
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++)
            memcpy(image_at(to, x, y), image_at(from, from->width - 1 - x, from->height - 1 - y),
                   4 * sizeof(double));
}

// A shift by as much as a texel would show.
TEST(a_point_stays_where_it_is)
{
    for (const struct effect_impl *const *at = effect_box.impls, *impl; (impl = *at); at++) {
        struct image source, image, turned;
        double energy = 0;
        make_test_image(&source, TEST_IMAGE_IMPULSE, 129, 67); // odd: the middle is a texel
        run_blur("box:radius=16", impl->name, FORMAT_RGBA32F, &source, &image);
        flip(&image, &turned);
        assert_true(compare_images(&image, &turned).most <= 1e-9);
        for (int y = 0; y < image.height; y++)
            for (int x = 0; x < image.width; x++) {
                const bool is_lit = abs(x - 64) <= 16 && abs(y - 33) <= 16;
                assert_near(image_at(&image, x, y)[0], is_lit ? 1.0 / (33 * 33) : 0, 1e-9);
                energy += image_at(&image, x, y)[0];
            }
        assert_near(energy, 1, 1e-3);
        image_finish(&source);
        image_finish(&image);
        image_finish(&turned);
    }
}

// Of three lines the middle one counts: drivers compile anew for pictures of one.
enum { LINE = 2500, BRIGHT = 400 };

static double *texel_of_line(const struct image *image, bool down, int i)
{
    return image_at(image, down ? 1 : i, down ? i : 1);
}

static void make_background(struct image *image, bool down, double light)
{
    uint64_t seed = 7;
    image_init(image, down ? 3 : LINE, down ? LINE : 3, IMAGE_TYPE_F64);
    for (int i = 0; i < 3 * LINE * 4; i++)
        ((double *) image->texels)[i] = test_random(&seed);
    texel_of_line(image, down, BRIGHT)[0] += light;
}

// Where nothing may be left: sums begin anew, those over tiles and strips after fewer texels.
static int first_silent(const struct box *box)
{
    const int seen = BRIGHT + box_reach(box), strip = 150;
    const int restart = (seen / box_restart(box) + 1) * box_restart(box);
    return restart > seen + strip ? restart : seen + strip;
}

// Behind the bright texel less than 1e-7 of it is left, and behind the next restart nothing. Lines
// too long for the loops of a software renderer are left out.
static void assert_no_residue(const char *text, const char *name, bool down)
{
    const double light = 1e4;
    struct image lit, dark, with, without;
    const struct box box = box_of(text, 1);
    make_background(&lit, down, light);
    if (!impl_fits(text, name, &lit)) {
        assert_true(gpu_fixture()->info.max_iterations > 0);
        image_finish(&lit);
        return;
    }
    make_background(&dark, down, 0);
    run_blur(text, name, FORMAT_RGBA32F, &lit, &with);
    run_blur(text, name, FORMAT_RGBA32F, &dark, &without);
    for (int i = BRIGHT + box_reach(&box) + 1; i < LINE; i++) {
        const double left = texel_of_line(&with, down, i)[0] - texel_of_line(&without, down, i)[0];
        if (fabs(left) > (i < first_silent(&box) ? residue * light : 0))
            fail_msg("%s by %s: %g of the light left at %d", text, name, left / light, i);
    }
    image_finish(&lit);
    image_finish(&dark);
    image_finish(&with);
    image_finish(&without);
}

TEST(a_bright_texel_leaves_nothing_behind)
{
    for (const struct effect_impl *const *at = effect_box.impls, *impl; (impl = *at); at++)
        for (int down = 0; down < 2 && !impl->error; down++) // filters are not that exact
            assert_no_residue("box:radius=16", impl->name, down);
}

TEST(nor_do_several_iterations)
{
    static const char *const texts[] = { "box:sigma=0.3:iterations=2", "box:sigma=4.5:iterations=2",
                                         "box:sigma=1.2:iterations=3", "box:sigma=9:iterations=3" };
    static const char *const tested[] = { "cs_segmented", "cs_running_x4", "cs_scan", "cs_tiled" };
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int down = 0; down < 2; down++)
                if (test_takes(i + j + down, 2))
                    assert_no_residue(texts[i], tested[j], down);
}

// Sums of bytes are exact, so there it is nothing at once.
TEST(bytes_leave_nothing_at_all)
{
    struct image source, expected, image;
    make_test_image(&source, TEST_IMAGE_RANDOM, 300, 40);
    round_to(FORMAT_RGBA8, &source);
    run_blur("box:radius=16", "cs_double", FORMAT_RGBA8, &source, &expected);
    for (int i = 0; i < SOME_IMPLS_COUNT; i++) {
        run_blur("box:radius=16", some_impls[i], FORMAT_RGBA8, &source, &image);
        assert_true(compare_images(&image, &expected).most <= 1.001 / 255);
        image_finish(&image);
    }
    image_finish(&source);
    image_finish(&expected);
}

TEST(the_image_between_has_the_format_asked_for)
{
    static const char *const texts[] = { "box:radius=9:via=rgba8", "box:radius=9:via=rgba16f",
                                         "box:radius=9:via=rgba32f" };
    static const double most[] = { 0.51 / 255, 0.51 / 1024, 2e-6 }; // of rounding the image between
    static const double least[] = { 1e-4, 1e-6, 0 };                // fused has none between
    struct image source, expected, image;
    uint64_t seed = 3;
    image_init(&source, 129, 67, IMAGE_TYPE_F64);
    for (int y = 0; y < source.height; y++)
        for (int x = 0; x < source.width; x++)
            for (int c = 0; c < 4; c++)
                image_at(&source, x, y)[c] = test_random(&seed);
    make_expected("box:radius=9", &source, &expected);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < SOME_IMPLS_COUNT; j++) {
            if (!test_takes(i + j, 2))
                continue;
            run_blur(texts[i], some_impls[j], FORMAT_RGBA32F, &source, &image);
            const double off = compare_images(&image, &expected).most;
            const struct box box = box_of("box:sigma=1", 1); // not of whole pairs
            const double keeps = strcmp(some_impls[j], "cs_fused") == 0 ? 0 : least[i];
            if (off > most[i] + bilinear_tolerance(some_impls[j], &box) || off < keeps)
                fail_msg("%s by %s: %g off", texts[i], some_impls[j], off);
            image_finish(&image);
        }
    image_finish(&source);
    image_finish(&expected);
}

// Premultiplied light beside nothing fades in colour and alpha alike.
TEST(a_transparent_border_leaves_no_fringe)
{
    struct image source, image;
    make_test_image(&source, TEST_IMAGE_CONSTANT, 129, 67);
    for (int i = 0; i < SOME_IMPLS_COUNT; i++) {
        run_blur("box:radius=16:edge=zero", some_impls[i], FORMAT_RGBA32F, &source, &image);
        assert_true(image_at(&image, 0, 0)[3] < 0.3);
        for (int y = 0; y < image.height; y++)
            for (int x = 0; x < image.width; x++)
                for (int c = 0; c < 3; c++)
                    assert_near(image_at(&image, x, y)[c],
                                image_at(&image, x, y)[3] * 0.25 * (c + 1), 1e-6);
        image_finish(&image);
    }
    image_finish(&source);
}

static double brightest(const struct image *image)
{
    double most = 0;
    for (int i = 0; i < 4 * image->width * image->height; i++)
        most = fmax(most, ((const double *) image->texels)[i]);
    return most;
}

// In decibels of the brightest texel against the exact one.
static void assert_decibels(const char *scene, const struct image *source, int sigma)
{
    static const double least[] = { 0, 0, 38, 42 };
    struct image exact, image;
    char text[64];
    snprintf(text, sizeof(text), "gaussian:sigma=%d", sigma);
    make_expected(text, source, &exact);
    for (int n = 2; n <= 3; n++) {
        snprintf(text, sizeof(text), "box:sigma=%d:iterations=%d", sigma, n);
        run_blur(text, "cs_segmented", FORMAT_RGBA16F, source, &image);
        const double psnr = psnr_inside(&image, &exact, 0) + 20 * log10(brightest(source));
        if (!(psnr >= least[n]))
            fail_msg("%s of %s: %.1f dB", text, scene, psnr);
        image_finish(&image);
    }
    image_finish(&exact);
}

TEST(several_boxes_are_nearly_a_gaussian)
{
    static const char *const scenes_of[] = { "blocks", "bars", "checker", "icosahedra",
                                             "zone_plate" };
    for (int i = 0; i < 5; i++) {
        struct image source;
        const struct scene_shot shot = { .scene = scenes_of[i], .width = 201, .height = 151 };
        shoot_scene(&shot, &source);
        assert_decibels(scenes_of[i], &source, 4);
        assert_decibels(scenes_of[i], &source, 16);
        assert_decibels(scenes_of[i], &source, 40);
        image_finish(&source);
    }
}

TEST(two_runs_give_the_same_bytes)
{
    struct image source, first, second;
    make_test_image(&source, TEST_IMAGE_RANDOM, 129, 67);
    for (const struct effect_impl *const *at = effect_box.impls, *impl; (impl = *at); at++) {
        run_blur("box:radius=16", impl->name, FORMAT_RGBA32F, &source, &first);
        run_blur("box:radius=16", impl->name, FORMAT_RGBA32F, &source, &second);
        assert_memory_equal(first.texels, second.texels, image_bytes(&first));
        image_finish(&first);
        image_finish(&second);
    }
    image_finish(&source);
}

static bool builds(const char *text, int width, int height, struct error *error)
{
    const struct chain chain = parse_chain(text);
    const struct plan_options options = { .width = width, .height = height, .linear = true };
    struct plan plan;
    return plan_build(&plan, &chain, gpu_fixture(), &options, error);
}

TEST(what_does_not_fit_is_refused)
{
    struct error error;
    assert_true(builds("box:sigma=20%h", 8, 200, &error));
    assert_false(builds("box:sigma=20%h", 8, 400, &error));
    assert_non_null(strstr(error.text, "sigma is 80 px, and iterations=1 goes up to 73.6 px"));
    assert_non_null(strstr(error.text, "iterations=2 to 104.1 px"));
    assert_true(builds("box:sigma=20%h:iterations=2", 8, 400, &error));
    assert_true(builds("box:radius=100:impl=cs_single", 1920, 1080, &error));
    assert_false(builds("box:radius=127:impl=cs_single", 3840, 2160, &error));
    assert_non_null(strstr(error.text, "5.4e+11 taps"));
    assert_false(builds("box:radius=17:impl=cs_fused", 64, 64, &error));
    assert_non_null(strstr(error.text, "enough up to radius 16, and this one is 17"));
    assert_false(builds("box:sigma=2:iterations=2:impl=cs_fused", 64, 64, &error));
    assert_true(builds("box:radius=127:impl=cs_single_linear", 3840, 2160, &error));
}

TEST(the_cost_counts_every_pass)
{
    struct image source, image;
    struct gpu *gpu = gpu_fixture();
    const struct chain chain = parse_chain("box:radius=16");
    make_test_image(&source, TEST_IMAGE_RANDOM, 129, 67);
    for (const struct effect_impl *const *at = effect_box.impls, *impl; (impl = *at); at++) {
        const struct effect_site site = {
            .info = &gpu->info, .params = chain.steps[0].params, .width = 129, .height = 67
        };
        struct cost cost = { 0 };
        impl->cost(&site, &cost);
        gpu_timer_begin_frame(&gpu->timer, "frame");
        run_blur("box:radius=16", impl->name, FORMAT_RGBA32F, &source, &image);
        gpu_timer_end_frame(&gpu->timer);
        const struct gpu_frame *frame = gpu_timer_collect(&gpu->timer, true);
        assert_int_equal((int) cost.passes, frame->scopes[0].dispatches);
        assert_true(cost.stores >= cost.passes * 129 * 67);
        image_finish(&image);
    }
    image_finish(&source);
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
