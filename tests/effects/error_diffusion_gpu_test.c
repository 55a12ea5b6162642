// Error diffusion beside what app/harness holds against the reference: palettes of files, groups
// that are scheduled unkindly, faults and limits.

#include "effects/auto/impl_programs.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "effects/tuning.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/harness_fixture.h"

// Opaque smooth colour with noise, so that errors live long.
static struct image make_source(int width, int height)
{
    struct image image;
    const struct harness_setting setting = { .chain = parse_chain("error_diffusion"),
                                             .picture = HARNESS_SMOOTH,
                                             .size = { width, height },
                                             .format = FORMAT_RGBA32F };
    harness_picture_make(gpu_fixture(), &setting, &image);
    return image;
}

// None of them black, as colours that are not there would be.
TEST(palettes_of_any_size_equal_the_reference)
{
    static const char colours[] = "406080\n80ff60\nff8040\nc0c020\n20a0e0\ne030c0\n909090\n"
                                  "305020\nf0e0d0\n";
    static const int counts[] = { 1, 3, 9 };
    LOCAL_IMAGE source = make_source(67, 70);
    folder_enter();
    for (int i = 0; i < 3; i++) {
        put_file("some.hex", formatted("%.*s", 7 * counts[i], colours));
        assert_holds("error_diffusion:palette=some.hex", &source);
    }
}

// Alpha is read again only where a tile of the picture is not opaque.
TEST(a_single_texel_may_be_transparent)
{
    static const int places[][2] = { { 0, 0 }, { 40, 33 }, { 66, 69 } };
    for_each(place, places) {
        LOCAL_IMAGE source = make_source(67, 70);
        double *texel = image_at(&source, (*place)[0], (*place)[1]);
        for (int c = 0; c < 4; c++)
            texel[c] *= 0.25;
        assert_holds("error_diffusion:palette=gameboy", &source);
        assert_holds("error_diffusion:bits=auto", &source);
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
    const struct program *programs[4];
    for (int i = 0; i < 4; i++) {
        char defines[IMPL_DEFINES_SIZE];
        struct program_desc desc = impl_program(effect->impls[0], &call.site, i, defines);
        desc.defines = formatted("%s %s", desc.defines, more);
        programs[i] = program_cache_need(&gpu->programs, &desc);
    }
    call.programs = programs;
    LOCAL_TEXTURE from = texture_of(source, FORMAT_RGBA32F);
    LOCAL_TEXTURE to = new_texture(source->width, source->height, FORMAT_RGBA32F);
    call.input = &from;
    call.output = &to;
    const bool is_software = gpu->info.software;
    gpu->info.software = false; // or one group would run at a time
    effect->impls[0]->run(&call);
    gpu->info.software = is_software;
    *output = read_texture(&to, IMAGE_TYPE_F64);
    texture_pool_end_frame(&gpu->pool);
    return gpu_fault_read(&gpu->fault, true);
}

TEST(a_lost_group_is_heard_and_nothing_hangs)
{
    LOCAL_IMAGE image;
    struct gpu *gpu = gpu_fixture();
    LOCAL_IMAGE source = make_source(64, 640);
    assert_true(run_unkindly("LOST PATIENCE=5000", &source, &image));
    assert_false(gpu_fault_read(&gpu->fault, true));          // heard once
    assert_holds("error_diffusion:palette=gameboy", &source); // and all is well again
}

// A GPU that has room for all groups still does it right; one that has not gives up.
TEST(reversed_tickets_do_not_hang)
{
    LOCAL_IMAGE image;
    LOCAL_IMAGE source = make_source(64, 640);
    LOCAL_IMAGE expected = run_reference("error_diffusion:palette=gameboy", &source);
    const bool failed = run_unkindly("REVERSED PATIENCE=5000", &source, &image);
    if (!failed)
        assert_within(compare_images(&image, &expected).most, 0, 1e-6, "reversed");
    assert_true(failed || !gpu_fixture()->info.software);
}

// Without waiting: once the frame has gone through.
TEST(a_fault_comes_with_the_frame)
{
    struct gpu *gpu = gpu_fixture();
    LOCAL_IMAGE source = make_source(64, 200);
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
    assert_holds("error_diffusion:palette=bw", &source);
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
    const struct plan_options options = { .width = 640, .height = 1400 };
    const bool is_built = plan_without_programs(&plan, chain_of(text), &options, &error);
    *info = real;
    return is_built;
}

// Returns what the row says it needs: as much is enough, and one less is not.
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

TEST(limits_are_what_is_used)
{
    const char *const small = "error_diffusion:impl=cs_bands";
    const char *const large = "error_diffusion:kernel=jarvis:impl=cs_bands";
    const int64_t pixels = 640 * 1400;
    const bool shuffles = gpu_fixture()->info.shuffles == 32;
    const int64_t errors = shuffles ? 0 : 2 * DIFFUSION_BAND_ROWS * 16; // of odd and of even steps
    assert_compare(find_need(small, SHARED_BYTES), >, errors);
    assert_compare(find_need(large, SHARED_BYTES), >, errors);
    assert_int_equal(find_need(small, MAX_GROUP), DIFFUSION_BAND_ROWS + (shuffles ? 32 : 0));
    const int64_t storage = find_need(small, MAX_STORAGE);
    assert_compare(storage, >=, 8 * pixels);
    assert_compare(storage, <, 3 * 8 * pixels);
}

TEST(a_row_that_does_not_fit_says_why)
{
    struct context_info *info = &gpu_fixture()->info;
    const struct context_info real = *info;
    info->shared_bytes = 256;
    assert_plan_refused("error_diffusion:impl=cs_bands", 640, 700,
                        "bytes of shared memory, and this GPU has 256");
    *info = real;
    info->max_group = DIFFUSION_BAND_ROWS - 1;
    assert_plan_refused("error_diffusion:impl=cs_bands", 640, 700, "it needs groups of ");
    *info = real;
    info->max_storage = 1000;
    assert_plan_refused("error_diffusion:impl=cs_bands", 640, 700, "it needs a buffer of");
    assert_plan_refused("error_diffusion:impl=cpu", 640, 700, "");
    assert_plan_refused("error_diffusion", 640, 700, "");
    *info = real;
    info->max_iterations = 9999;
    info->max_storage = INT64_MAX;
    assert_plan_refused("error_diffusion:impl=cs_bands:palette=pico8", 8000, 8000,
                        "software renderer ends them after 9999");
    info->max_iterations = 0; // a GPU goes on
    assert_plan_refused("error_diffusion:impl=cs_bands:palette=pico8", 8000, 8000, "");
    *info = real;
}
