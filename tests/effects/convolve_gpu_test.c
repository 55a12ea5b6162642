// Every implementation of a convolution against the plain C reference. --audit=impls goes through
// the shapes; here are sizes, borders, formats and files.

#include "effects/convolve/convolve_lines.h"
#include "render/pass_list.h"
#include "tests/fixtures/blur_fixture.h"
#include "tests/fixtures/folder_fixture.h"

// With kernels up to 15 px wide and 16 high, rows are 144 texels long and columns 80, which takes
// the radices 8, 2, 3 and 5. Other lengths are other programs, which take long to compile.
enum { WIDTH = 130, HEIGHT = 65 };

static const struct plan_options linear = { .format = FORMAT_RGBA32F, .linear = true };

static void check(const char *text, int width, int height, enum texture_format format)
{
    LOCAL_IMAGE source = make_test_image(
        format == FORMAT_RGBA8 ? TEST_IMAGE_EVEN : TEST_IMAGE_RANDOM, width, height);
    image_round_to(format, &source);
    LOCAL_IMAGE expected = run_reference(text, &source);
    for (int i = 0; effect_convolve.impls[i]; i++)
        if (blur_fits(text, effect_convolve.impls[i], width, height))
            assert_blurs(text, effect_convolve.impls[i]->name, format, true, &source, &expected);
}

// A kernel that is wider than the picture reaches over it and back again; its lines are as long as
// those of the large size.
TEST(every_border_at_odd_sizes)
{
    static const int sizes[][2] = { { 1, 1 }, { 75, 30 }, { WIDTH, HEIGHT } };
    static const char *const edges[] = { "clamp", "mirror", "zero" };
    for (int i = 0; i < 9; i++) {
        const char *text =
            formatted("convolve:kernel=%s:edge=%s",
                      i / 3 < 2 ? "streak:size=150:angle=30:falloff=1" : "polygon:blades=5:size=9",
                      edges[i % 3]);
        if (i % 3 == i / 3 || test_takes(i, 3))
            check(text, sizes[i / 3][0], sizes[i / 3][1], FORMAT_RGBA32F);
    }
}

// Of every odd factor, short and long; the longest go from thread to thread float by float. Short
// ones are drawn by the other tests.
TEST(lines_of_every_length_are_transformed)
{
    static const struct {
        int width, length;
    } lines[] = { { 40, 48 }, { 72, 80 }, { 139, 144 }, { 763, 768 }, { 8187, 8192 } };
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        struct convolve_lines made;
        char why[EFFECT_WHY_SIZE];
        assert_true(convolve_lines_init(&made, lines[i].width + 4, &gpu_fixture()->info, why));
        assert_int_equal(made.length, lines[i].length);
        if (i == 4 || test_takes((int) i, 4))
            check("convolve:size=4.9", lines[i].width, 2, FORMAT_RGBA32F);
    }
    assert_plan_refused("convolve:size=6:impl=cs_fft", 8188, 2,
                        "picture and kernel are 8194 px together along a side, and lines go up to "
                        "8192");
}

// Only frequencies take the taps of Gaussians that wide.
TEST(a_wide_gaussian_equals_the_reference)
{
    static const char *const texts[] = { "gaussian:sigma=250:error=0",
                                         "gaussian:sigma=66:error=0:edge=mirror",
                                         "gaussian:sigma=250:error=0:edge=zero" };
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, 70, 45);
    for (int i = 0; i < 3; i++) {
        if (!test_takes(i + 1, 2))
            continue;
        LOCAL_IMAGE expected = run_reference(texts[i], &source);
        LOCAL_IMAGE got = run_text(texts[i], &linear, &source);
        if (!(compare_images(&got, &expected).most <= 8e-6))
            fail_msg("%s: %g off", texts[i], compare_images(&got, &expected).most);
    }
    assert_plan_refused("gaussian:sigma=65:impl=cs_blocked", 70, 45,
                        "taps reach 293 px, and it has programs for up to 288 px");
}

// GPUs read columns side by side, and leave gaps between banks.
TEST(lines_as_gpus_have_them_are_transformed)
{
    struct context_info *info = &gpu_fixture()->info;
    const bool software = info->software;
    info->software = false;
    check("convolve:size=4.9", 40, 60, FORMAT_RGBA32F);
    if (test_takes(1, 2)) // float by float
        check("convolve:size=4.9", 40, 1700, FORMAT_RGBA32F);
    info->software = software;
}

TEST(every_format)
{
    static const enum texture_format formats[] = { FORMAT_RGBA16F, FORMAT_RGBA8,
                                                   FORMAT_R11F_G11F_B10F };
    for (int i = 0; i < 3; i++)
        check("convolve:size=9", WIDTH, HEIGHT, formats[i]);
}

static void put_kernel(const char *path, int width, int height)
{
    LOCAL_IMAGE image;
    LOCAL_IMAGE doubles = make_test_image(TEST_IMAGE_EVEN, width, height);
    image_convert(&doubles, IMAGE_TYPE_F32, &image);
    assert_works(image_write(&image, NULL, path, &error));
}

// Sides that are even, odd and 1, of colours that have nothing in common.
TEST(files_of_any_size)
{
    put_kernel("even.pfm", 8, 14);
    put_kernel("row.pfm", 15, 1);
    check("convolve:kernel=@even.pfm", WIDTH, HEIGHT, FORMAT_RGBA32F);
    check("convolve:kernel=@row.pfm", WIDTH, HEIGHT, FORMAT_RGBA32F);
    check("convolve:kernel=@even.pfm:size=16", WIDTH, HEIGHT, FORMAT_RGBA32F);
}

static int count_passes(const char *text, bool is_dry, const struct image *source)
{
    struct pass_list list = { .is_dry = is_dry };
    gpu_fixture()->passes = &list;
    struct image got = run_text(text, &linear, source);
    image_finish(&got);
    gpu_fixture()->passes = NULL;
    return list.count;
}

// Rows, columns, back; before them the kernel's rows and columns, once. Passes that do not run make
// nothing that could be kept.
TEST(the_frequencies_of_a_kernel_are_kept)
{
    static const char chosen[] = "convolve:kernel=star:size=12:impl=cs_fft";
    static const char other[] = "convolve:kernel=star:size=13:impl=cs_fft";
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, WIDTH, HEIGHT);
    assert_int_equal(count_passes(chosen, true, &source), 5);
    assert_int_equal(count_passes(chosen, false, &source), 5);
    assert_int_equal(count_passes(chosen, false, &source), 3);
    assert_int_equal(count_passes(other, false, &source), 5);
    assert_int_equal(count_passes(chosen, false, &source), 3);
    for (int i = 0; i < KEPT_TEXTURE_FRAMES + 2; i++)
        kept_textures_end_frame(&gpu_fixture()->kept);
    assert_int_equal(count_passes(chosen, false, &source), 5);
}

// The convolution of a point is what the file shows, the right way round.
TEST(a_point_becomes_the_kernel_as_the_file_shows_it)
{
    double sums[3] = { 0 };
    put_kernel("even.pfm", 8, 14);
    LOCAL_IMAGE kernel = make_test_image(TEST_IMAGE_EVEN, 8, 14);
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_IMPULSE, WIDTH, HEIGHT);
    LOCAL_IMAGE got = run_text("convolve:kernel=@even.pfm", &linear, &source);
    for (int i = 0; i < 8 * 14; i++)
        for (int c = 0; c < 3; c++)
            sums[c] += ((double *) kernel.texels)[4 * i + c];
    for (int y = 0; y < 14; y++)
        for (int x = 0; x < 8; x++)
            for (int c = 0; c < 3; c++)
                assert_true(fabs(image_at(&got, WIDTH / 2 + x - 3, HEIGHT / 2 + y - 6)[c] -
                                 image_at(&kernel, x, y)[c] / sums[c]) < 1e-6);
}

// A plan has the kernel that it was built with; the next one has the new one.
TEST(a_file_that_changes_changes_no_plan)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, WIDTH, HEIGHT);
    put_kernel("changes.pfm", 5, 5);
    const struct chain chain = parse_chain("convolve:kernel=@changes.pfm");
    struct plan_options options = linear;
    options.width = source.width;
    options.height = source.height;
    const struct plan plan = build_plan(&chain, &options);
    LOCAL_IMAGE before = run_plan(&plan, &source);
    put_kernel("changes.pfm", 9, 9);
    LOCAL_IMAGE after = run_plan(&plan, &source);
    assert_memory_equal(before.texels, after.texels, image_bytes(&before));
    const struct plan other = build_plan(&chain, &options);
    LOCAL_IMAGE next = run_plan(&other, &source);
    assert_true(compare_images(&next, &before).most > 0.01);
    remove("changes.pfm");
    LOCAL_IMAGE gone = run_plan(&other, &source);
    assert_memory_equal(next.texels, gone.texels, image_bytes(&next));
}

AROUND_TESTS(.begin = folder_enter)
