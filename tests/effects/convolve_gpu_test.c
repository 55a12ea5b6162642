// Convolutions beside what app/harness holds against the reference: kernels of files,
// lines of frequencies, and what is kept of them.

#include "effects/blur/fft.h"
#include "render/pass.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/harness_fixture.h"

// With kernels up to 15 px wide and 16 high, rows are 144 texels long and columns 80, which takes
// the radices 12, 10 and 8. Other lengths are other programs, which take long to compile.
enum { WIDTH = 130, HEIGHT = 65 };

// The lengths have every odd factor and every radix, and are short and long.
TEST(lines_have_the_next_length_that_can_be_transformed)
{
    static const struct {
        int width, length, stages;
    } lines[] = { { 40, 48, 2 },   { 72, 80, 2 },     { 139, 144, 2 },   { 572, 576, 3 },
                  { 763, 768, 3 }, { 2200, 2304, 3 }, { 4500, 4608, 3 }, { 8187, 8192, 4 } };
    for_each(line, lines) {
        struct fft_lines made;
        struct error why;
        assert_true(fft_init(&made, line->width + 4, FFT_WHOLE, &gpu_fixture()->info, &why));
        assert_int_equal(made.length, line->length);
        assert_int_equal(made.stages, line->stages);
    }
    assert_plan_refused("convolve:size=6:impl=cs_fft", 8188, 2,
                        "picture and kernel are 8194 px together along a side, and lines go up to "
                        "8192");
    assert_plan_refused("gaussian:sigma=65:impl=cs_blocked", 70, 45,
                        "taps reach 293 px, and it has programs for up to 288 px");
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
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, WIDTH, HEIGHT);
    assert_holds("convolve:kernel=@even.pfm", &source);
    assert_holds("convolve:kernel=@row.pfm", &source);
    assert_holds("convolve:kernel=@even.pfm:size=16", &source);
}

// Three channels of an opaque picture are as exact as four, 80 dB at least, and alpha is 1.
TEST(an_opaque_picture_stays_opaque)
{
    static const char *const texts[] = { "gaussian:sigma=3:impl=cs_fft",
                                         "box:radius=4:edge=mirror:impl=cs_fft" };
    struct plan_options options = light_in_floats;
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, WIDTH - 1, HEIGHT);
    options.is_opaque = true;
    for_each_place(x, y, source.width, source.height)
        image_at(&source, x, y)[3] = 1;
    for_each(text, texts) {
        LOCAL_IMAGE got = run_text(*text, &options, &source);
        LOCAL_IMAGE expected = run_reference(*text, &source);
        assert_compare(compare_images(&got, &expected).most, <, 1e-5);
        for_each_place(x, y, source.width, source.height)
            assert_true(image_at(&got, x, y)[3] == 1);
    }
}

static int count_passes(const char *text, const struct image *source)
{
    const uint64_t before = gpu_fixture()->serial;
    struct image got = run_text(text, &light_in_floats, source);
    image_finish(&got);
    return (int) (gpu_fixture()->serial - before);
}

static int count_dry_passes(const char *text)
{
    const struct plan_options options = { .width = WIDTH, .height = HEIGHT, .linear = true };
    return (int) run_dry(chain_of(text), &options, NULL)->scopes[0].dispatches;
}

// Rows, columns, back; before them the kernel's rows and columns, once. Passes that do not run make
// nothing that could be kept.
TEST(the_frequencies_of_a_kernel_are_kept)
{
    static const char chosen[] = "convolve:kernel=star:size=12:impl=cs_fft";
    static const char other[] = "convolve:kernel=star:size=13:impl=cs_fft";
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, WIDTH, HEIGHT);
    assert_int_equal(count_dry_passes(chosen), 5);
    assert_int_equal(count_passes(chosen, &source), 5);
    assert_int_equal(count_passes(chosen, &source), 3);
    assert_int_equal(count_passes(other, &source), 5);
    assert_int_equal(count_passes(chosen, &source), 3);
    for (int i = 0; i < TEXTURE_CACHE_FRAMES + 2; i++)
        texture_cache_end_frame(&gpu_fixture()->cache);
    assert_int_equal(count_passes(chosen, &source), 5);
}

// The convolution of a point is what the file shows, the right way round.
TEST(a_point_becomes_the_kernel_as_the_file_shows_it)
{
    double sums[3] = { 0 };
    put_kernel("even.pfm", 8, 14);
    LOCAL_IMAGE kernel = make_test_image(TEST_IMAGE_EVEN, 8, 14);
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_IMPULSE, WIDTH, HEIGHT);
    LOCAL_IMAGE got = run_text("convolve:kernel=@even.pfm", &light_in_floats, &source);
    for (int i = 0; i < 8 * 14; i++)
        for (int c = 0; c < 3; c++)
            sums[c] += ((double *) kernel.texels)[4 * i + c];
    for_each_place(x, y, 8, 14)
        for (int c = 0; c < 3; c++)
            assert_compare(fabs(image_at(&got, WIDTH / 2 + x - 3, HEIGHT / 2 + y - 6)[c] -
                                image_at(&kernel, x, y)[c] / sums[c]),
                           <, 1e-6);
}

// A plan has the kernel that it was built with; the next one has the new one.
TEST(a_file_that_changes_changes_no_plan)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, WIDTH, HEIGHT);
    put_kernel("changes.pfm", 5, 5);
    const struct chain *chain = chain_of("convolve:kernel=@changes.pfm");
    struct plan_options options = light_in_floats;
    options.width = source.width;
    options.height = source.height;
    const struct plan plan = build_plan(chain, &options);
    LOCAL_IMAGE before = run_plan(&plan, &source);
    put_kernel("changes.pfm", 9, 9);
    LOCAL_IMAGE after = run_plan(&plan, &source);
    assert_same_image(&before, &after);
    const struct plan other = build_plan(chain, &options);
    LOCAL_IMAGE next = run_plan(&other, &source);
    assert_compare(compare_images(&next, &before).most, >, 0.01);
    remove("changes.pfm");
    LOCAL_IMAGE gone = run_plan(&other, &source);
    assert_same_image(&next, &gone);
}

AROUND_TESTS(.begin = folder_enter)
