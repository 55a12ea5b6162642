// Error diffusion: every row equals the reference in every bit. Compiling takes longer than
// running: a wavefront has a program for every 32 rows of height, so pictures are of few heights,
// and palettes of few kinds.

#include "effects/error_diffusion/error_diffusion.h"
#include "effects/error_diffusion/error_diffusion_groups.h"
#include "render/image/divide.h"
#include "tests/fixtures/error_diffusion_fixture.h"
#include "tests/fixtures/folder_fixture.h"

static void assert_sizes(int kernel, const int *widths, int across, const int *heights, int down)
{
    for (int i = 0; i < across; i++)
        for (int j = 0; j < down; j++)
            assert_kernel(kernel, "palette=gameboy", widths[i], heights[j]);
}

// Tiny pictures, and where the steps of a strip are whole chunks and where they are not. High
// pictures take nearly all of the time: each kernel has one narrow picture of each height and two
// wide ones, so that each pair of a width and a height is taken with two kernels or three.
TEST(every_kernel_equals_the_reference_at_every_size)
{
    static const int low[] = { 1, 3, 2 }, high[] = { 1023, 1024, 1025, 2160 }, middle[] = { 65 };
    static const int narrow[] = { 1, 3, 2 }, wide[] = { 640, 1919 }, strips[] = { 29, 30, 31, 640 };
    const int few = test_takes(1, 2) ? 3 : 2;
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++) {
        if (test_takes(kernel, 3)) { // the audit of implementations draws each kernel
            assert_sizes(kernel, narrow, few, low, few);
            assert_sizes(kernel, wide, 2, low, few);
        }
        for (int i = 0; i < 4; i++) {
            if (test_takes(kernel + i, 3))
                assert_sizes(kernel, &strips[i], 1, middle, 1);
            if (test_takes(kernel + i, 4))
                assert_sizes(kernel, &narrow[(kernel + i) % 3], 1, &high[i], 1);
            if (i < 2 && test_takes(kernel + i, 4))
                assert_sizes(kernel, &wide[i], 1, &high[(kernel + i) % 4], 1);
        }
    }
}

TEST(full_pictures_equal_the_reference)
{
    if (test_takes(1, 2))
        assert_kernel(DIFFUSION_FLOYD_STEINBERG, "palette=cga", 1919, 705);
    assert_kernel(DIFFUSION_JARVIS, "palette=cga", 640, 705);
}

// Areas of pure colours, black to white, twice; as high as the pictures of every choice, nearly.
static struct image make_areas(void)
{
    enum { AREA = 12 };
    static const double values[] = { 0, 1.0 / 3, 1 };
    struct image image = new_image(9 * AREA, 6 * AREA, IMAGE_TYPE_F64);
    for (int i = 0; i < image.width * image.height; i++) {
        const int across = i % image.width / AREA, down = i / image.width / AREA;
        double *texel = (double *) image.texels + 4 * i;
        texel[0] = values[across % 3];
        texel[1] = values[across / 3];
        texel[2] = values[down % 3];
        texel[3] = 1;
    }
    return image;
}

// At an area's first pixel several colours of a palette are equally near, of which the first is
// taken; where none comes close errors grow to their limit.
TEST(pure_colours_equal_the_reference)
{
    static const char *const options[] = {
        "palette=bwrgb:distance=oklab",
        "palette=cga16:space=linear",
        "palette=spectrum:distance=luma:space=linear",
        "palette=web:distance=lab",
    };
    LOCAL_IMAGE source = make_areas();
    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
        if (test_takes((int) i, 2))
            assert_rows_on(formatted("error_diffusion:%s", options[i]), &source);
    }
}

// None of them black, as colours that are not there would be.
TEST(palettes_of_any_size_equal_the_reference)
{
    static const char colours[] = "406080\n80ff60\nff8040\nc0c020\n20a0e0\ne030c0\n909090\n"
                                  "305020\nf0e0d0\n";
    static const int counts[] = { 1, 3, 9 };
    LOCAL_IMAGE source = make_areas();
    folder_enter();
    for (int i = 0; i < 3; i++) {
        put_file("some.hex", formatted("%.*s", 7 * counts[i], colours));
        assert_rows_on("error_diffusion:palette=some.hex", &source);
    }
}

// Alpha is read again only where a tile of the picture is not opaque.
TEST(a_single_texel_may_be_transparent)
{
    static const int places[][2] = { { 0, 0 }, { 40, 33 }, { 66, 69 } };
    for (int i = 0; i < 3; i++) {
        LOCAL_IMAGE source = make_source(67, 70, false);
        double *texel = image_at(&source, places[i][0], places[i][1]);
        for (int c = 0; c < 4; c++)
            texel[c] *= 0.25;
        assert_rows_on("error_diffusion:palette=gameboy", &source);
        assert_rows_on("error_diffusion:bits=auto", &source);
    }
}

// ---- groups that are scheduled unkindly

// Bands with more defines, on a source of many bands; whether a fault was heard. `output` is made
// here.
static bool run_unkindly(const char *more, const struct image *source, struct image *output)
{
    struct gpu *gpu = gpu_fixture();
    const struct effect *effect = &effect_error_diffusion;
    const struct chain chain = parse_chain("error_diffusion:palette=gameboy:impl=cs_bands");
    const struct texture *input;
    const void *file;
    assert_true(effect_check(effect, chain.steps[0].params, 8, &file, &error));
    struct effect_call call = {
        .site = {
            .info = &gpu->info,
            .params = chain.steps[0].params,
            .file = file,
            .width = source->width,
            .height = source->height,
            .depth = 8,
            .cell = 1,
        },
        .gpu = gpu,
    };
    char varying[EFFECT_DEFINES_SIZE];
    effect->impls[0]->vary(&call.site, varying);
    const char *defines = formatted("TICKETS FLAT=0 %s %s", varying, more);
    const struct program_desc descs[] = {
        { .file = "error_diffusion/error_diffusion_values.comp", .defines = defines },
        { .file = "error_diffusion/error_diffusion.comp", .defines = defines },
        { .file = "error_diffusion/error_diffusion_colors.comp", .defines = defines },
        { .file = "error_diffusion/error_diffusion_cells.comp", .defines = defines },
    };
    const struct program *programs[4];
    for (int i = 0; i < 4; i++)
        programs[i] = program_cache_need(&gpu->programs, &descs[i]);
    call.programs = programs;
    struct texture *from =
        texture_pool_acquire(&gpu->pool, source->width, source->height, FORMAT_RGBA32F);
    texture_upload(from, source);
    call.input = input = from;
    call.output = texture_pool_acquire(&gpu->pool, source->width, source->height, FORMAT_RGBA32F);
    const int bands = divide_up(source->height, DIFFUSION_BAND_ROWS);
    diffusion_groups_run(&call, DIFFUSION_BAND_ROWS, bands, bands);
    *output = read_texture(call.output, IMAGE_TYPE_F64);
    texture_pool_release(&gpu->pool, input);
    texture_pool_release(&gpu->pool, call.output);
    texture_pool_end_frame(&gpu->pool);
    return gpu_fault_read(&gpu->fault, true);
}

TEST(a_lost_group_is_heard_and_nothing_hangs)
{
    LOCAL_IMAGE image;
    struct gpu *gpu = gpu_fixture();
    LOCAL_IMAGE source = make_source(64, 640, false);
    assert_true(run_unkindly("LOST PATIENCE=5000", &source, &image));
    assert_false(gpu_fault_read(&gpu->fault, true));                // heard once
    assert_rows("error_diffusion:palette=gameboy", 64, 200, false); // and all is well again
}

// A GPU that has room for all groups still does it right; one that has not gives up.
TEST(reversed_tickets_do_not_hang)
{
    LOCAL_IMAGE image;
    LOCAL_IMAGE source = make_source(64, 640, false);
    LOCAL_IMAGE expected = run_reference("error_diffusion:palette=gameboy", &source);
    const bool failed = run_unkindly("REVERSED PATIENCE=5000", &source, &image);
    if (!failed)
        assert_equal("reversed", "cs_bands", &image, &expected);
    assert_true(failed || !gpu_fixture()->info.software);
}

// Without waiting: once the frame has gone through.
TEST(a_fault_comes_with_the_frame)
{
    struct gpu *gpu = gpu_fixture();
    LOCAL_IMAGE source = make_source(64, 200, false);
    gpu_begin_frame(gpu, "frame");
    const uint32_t one = 1;
    buffer_write(&gpu->fault.buffer, &one, sizeof(one));
    gpu->fault.in_use = true;
    gpu_end_frame(gpu);
    assert_non_null(gpu_timer_collect(&gpu->timer, true));
    bool heard = false;
    for (int i = 0; i < 1000 && !heard; i++)
        heard = gpu_fault_read(&gpu->fault, false);
    assert_true(heard);
    assert_false(gpu_fault_read(&gpu->fault, false));
    LOCAL_IMAGE image = run_row("error_diffusion:palette=bw", "cs_bands", &source);
}

// ---- limits

enum limit { SHARED_BYTES, MAX_GROUP, MAX_STORAGE };

static bool builds_within(const char *text, enum limit limit, int64_t most)
{
    struct context_info *info = &gpu_fixture()->info;
    const struct context_info real = *info;
    if (limit == SHARED_BYTES)
        info->shared_bytes = (int) most;
    else if (limit == MAX_GROUP)
        info->max_group = (int) most;
    else
        info->max_storage = most;
    struct plan plan;
    const struct chain chain = parse_chain(text);
    const struct plan_options options = { .width = 640, .height = 1400 };
    const bool is_built = plan_without_programs(&plan, &chain, &options, &error);
    *info = real;
    return is_built;
}

// What the row says it needs: as much is enough, and one less is not.
static int64_t find_need(const char *text, enum limit limit)
{
    assert_false(builds_within(text, limit, 1));
    const char *number = strpbrk(error.text, "0123456789");
    assert_non_null(number);
    const int64_t need = strtoll(number, NULL, 10);
    if (!builds_within(text, limit, need))
        fail_msg("%s: %s", text, error.text);
    assert_false(builds_within(text, limit, need - 1));
    return need;
}

// 1400 rows are two turns of 704, or four of 352 where errors go two rows down.
TEST(limits_are_what_is_used)
{
    const char *const small = "error_diffusion:impl=cs_wavefront";
    const char *const large = "error_diffusion:kernel=jarvis:impl=cs_wavefront";
    const int64_t pixels = 640 * 1400;
    const bool shuffles = gpu_fixture()->info.shuffles == 32;
    const int64_t errors = shuffles ? 0 : 2 * 704 * 16; // of odd and of even steps
    assert_true(find_need(small, SHARED_BYTES) > errors);
    assert_true(find_need(large, SHARED_BYTES) > errors);
    assert_int_equal(find_need(small, MAX_GROUP), shuffles ? 704 + 32 : 704);
    const int64_t storage = find_need(small, MAX_STORAGE);
    assert_true(storage >= 8 * pixels && storage < 3 * 8 * pixels);
}

TEST(a_row_that_does_not_fit_says_why)
{
    struct context_info *info = &gpu_fixture()->info;
    const struct context_info real = *info;
    info->shared_bytes = 256;
    assert_plan_refused("error_diffusion:impl=cs_wavefront", 640, 700,
                        "bytes of shared memory, and this GPU has 256");
    *info = real;
    info->max_group = 320;
    assert_plan_refused("error_diffusion:impl=cs_wavefront", 640, 700, "it needs groups of ");
    assert_plan_refused("error_diffusion:impl=cs_bands", 640, 700, "");
    *info = real;
    info->max_storage = 1000;
    assert_plan_refused("error_diffusion:impl=cs_bands", 640, 700, "it needs a buffer of");
    assert_plan_refused("error_diffusion:impl=cpu", 640, 700, "");
    assert_plan_refused("error_diffusion", 640, 700, "");
    *info = real;
    info->max_iterations = 65535;
    info->max_storage = INT64_MAX;
    assert_plan_refused("error_diffusion:impl=cs_wavefront:palette=pico8", 8000, 8000,
                        "software renderer ends them after 65535");
    info->max_iterations = 0; // a GPU goes on
    assert_plan_refused("error_diffusion:impl=cs_wavefront:palette=pico8", 8000, 8000, "");
    *info = real;
}
