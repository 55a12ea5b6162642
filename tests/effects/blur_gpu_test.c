// Every implementation of every blur against the plain C reference, and what a blur must keep.
// --audit=impls, a test too, draws every define of every program; here are the widths, sizes and
// pictures that are hard on some. What one effect alone promises has a test of its own.

#include "render/shader_source.h"
#include "tests/fixtures/blur_fixture.h"

enum { WIDTH = 129, HEIGHT = 67 }; // compiled for once: drivers do so anew for powers of two

// ---- every implementation, by the first of these texts that it fits

static const char *const plain[] = {
    "box:radius=16", "box:radius=9",    "gaussian:sigma=1.1", "gaussian:sigma=4.5",
    "dual:sigma=16", "kawase:sigma=16", "mips:level=2.5",     "pyramid:sigma=12",
};

static const char *text_for(const struct effect *effect, const struct effect_impl *impl)
{
    for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
        if (parse_chain(plain[i]).steps[0].effect == effect &&
            blur_fits(plain[i], impl, WIDTH, HEIGHT))
            return plain[i];
    return NULL;
}

typedef void check_impl(const char *text, const char *impl, const struct image *source);

// One in `of` of the implementations, on a picture of that kind in that format.
static void for_each_impl(check_impl *check, enum test_image kind, enum texture_format format,
                          int of)
{
    LOCAL_IMAGE source = make_test_image(kind, WIDTH, HEIGHT);
    image_round_to(format, &source);
    for (int i = 0; effects[i]; i++)
        for (int j = 0; effects[i]->blurs && effects[i]->impls[j]; j++) {
            const char *text = text_for(effects[i], effects[i]->impls[j]);
            if (text && test_takes(i + j, of))
                check(text, effects[i]->impls[j]->name, &source);
            if (!text && strcmp(effects[i]->impls[j]->name, "cs_generate_mipmap") != 0)
                fail_msg("no text fits %s of %s", effects[i]->impls[j]->name, effects[i]->name);
        }
}

static void check_reference(const char *text, const char *impl, const struct image *source)
{
    LOCAL_IMAGE expected = run_reference(text, source);
    assert_blurs(text, impl, FORMAT_RGBA32F, false, source, &expected);
    LOCAL_IMAGE first = run_blur(text, impl, FORMAT_RGBA32F, source);
    LOCAL_IMAGE second = run_blur(text, impl, FORMAT_RGBA32F, source);
    assert_memory_equal(first.texels, second.texels, image_bytes(&first));
}

// --audit=impls draws each of them every day.
TEST(every_implementation_equals_the_reference_and_itself)
{
    for_each_impl(check_reference, TEST_IMAGE_EVEN, FORMAT_RGBA32F, 3);
}

static void assert_flat(const char *text, const char *impl, enum texture_format format,
                        const struct image *source)
{
    LOCAL_IMAGE image = run_blur(text, impl, format, source);
    const double most = compare_images(&image, source).most;
    if (!(most <= 1e-6))
        fail_msg("%s by %s in %s, %dx%d: %g off", text, impl, texture_format_name(format),
                 image.width, image.height, most);
}

static void check_flat(const char *text, const char *impl, const struct image *source)
{
    assert_flat(text, impl, FORMAT_RGBA16F, source);
}

TEST(flat_halves_stay_flat)
{
    for_each_impl(check_flat, TEST_IMAGE_CONSTANT, FORMAT_RGBA16F, 3);
}

static void check_extremes(const char *text, const char *impl, const struct image *source)
{
    LOCAL_IMAGE extreme = new_image(source->width, source->height, IMAGE_TYPE_F64);
    for (int i = 0; i < 4 * WIDTH * HEIGHT; i++) {
        const double value = ((double *) source->texels)[i];
        ((double *) extreme.texels)[i] = value < 0.3 ? 0 : value < 0.6 ? -65504 : 65504;
    }
    LOCAL_IMAGE image = run_blur(text, impl, FORMAT_RGBA16F, &extreme);
    for (int i = 0; i < 4 * WIDTH * HEIGHT; i++)
        if (!(fabs(((double *) image.texels)[i]) <= 65504 * 1.001))
            fail_msg("%s by %s: %g", text, impl, ((double *) image.texels)[i]);
}

// The largest values of a half float, of either sign, beside nothing.
TEST(the_largest_values_stay_finite)
{
    for_each_impl(check_extremes, TEST_IMAGE_EVEN, FORMAT_RGBA16F, 3);
}

// ---- costs

enum { LARGE_WIDTH = 1921, LARGE_HEIGHT = 1083 };

static bool text_shares(const struct program_desc *desc)
{
    FINISHED_BY(shader_source_finish) struct shader_source source;
    assert_works(shader_source_load(&source, desc->file, desc->defines, &error));
    const bool shares = strstr(source.text, "\nshared ") != NULL;
    return shares;
}

// Every image between the passes is stored once and read once. Buffers have margins, which are wide
// where an implementation blurs a smaller image and differs from the others; levels have them, too.
// So the picture is large; nothing is drawn.
// What comes out here has twice the bytes of what goes in.
static void assert_traffic(const char *text, const char *impl, const struct effect_impl *own,
                           const struct cost *cost, const struct gpu_frame *frame)
{
    const double bytes =
        (double) gpu_traffic_sum(frame->scopes[0].traffic) - 8 * LARGE_WIDTH * LARGE_HEIGHT;
    const double most = own->error ? INFINITY : 1.2 * 16 * cost->stores;
    assert_int_equal(frame->scopes[0].dispatches, (int) cost->passes);
    if (bytes < 0.97 * 16 * cost->stores || bytes > most)
        fail_msg("%s by %s: moves %g bytes, its cost says %g", text, impl, bytes,
                 16 * cost->stores);
}

static void check_cost(const char *text, const char *impl, const struct image *source)
{
    struct cost cost = { 0 };
    (void) source;
    const struct chain chain = parse_chain(formatted("%s:impl=%s", text, impl));
    const struct effect_impl *own = effect_impl_find(chain.steps[0].effect, impl);
    const struct effect_site site = site_of(&chain, LARGE_WIDTH, LARGE_HEIGHT, FORMAT_RGBA16F);
    const struct plan_options options = { .width = LARGE_WIDTH,
                                          .height = LARGE_HEIGHT,
                                          .linear = true };
    own->cost(&site, &cost);
    assert_traffic(text, impl, own, &cost, run_dry(&chain, &options, NULL));
    bool shares = false;
    for (const struct program_desc *desc = own->programs; desc->file; desc++)
        shares |= text_shares(desc);
    if ((cost.shared_bytes > 0) != (cost.shared > 0) || (cost.shared_bytes > 0 && !shares))
        fail_msg("%s by %s: %g bytes of shared memory, %g reads from it", text, impl,
                 cost.shared_bytes, cost.shared);
}

TEST(the_cost_counts_every_pass_and_image)
{
    for_each_impl(check_cost, TEST_IMAGE_RANDOM, FORMAT_RGBA16F, 1);
}

// Some lay their groups out by what there is.
static void check_need(const char *text, const char *impl, const struct image *source)
{
    struct cost cost = { 0 };
    struct context_info *info = &gpu_fixture()->info;
    const int real = info->shared_bytes;
    const struct chain chain = parse_chain(text);
    const struct effect_site site = site_of(&chain, source->width, source->height, FORMAT_RGBA16F);
    info->shared_bytes = 1024;
    effect_impl_find(chain.steps[0].effect, impl)->cost(&site, &cost);
    const char *whole = formatted("%s:impl=%s", text, impl);
    const char *why =
        formatted("needs %.0f bytes of shared memory, and this GPU has 1024", cost.shared_bytes);
    if (cost.shared_bytes > 1024)
        assert_plan_refused(whole, WIDTH, HEIGHT, why);
    info->shared_bytes = real;
}

TEST(an_implementation_says_how_much_shared_memory_it_needs)
{
    for_each_impl(check_need, TEST_IMAGE_CONSTANT, FORMAT_RGBA32F, 1);
}

// ---- widths, sizes and borders

struct blur {
    const char *text;
    bool is_even; // as published: every tap lies on a quarter or a half of a texel
};

static const struct blur blurs[] = {
    { "box:radius=1", true },
    { "box:sigma=0.3:iterations=3", false }, // a radius of 0
    { "box:radius=127:edge=zero", true },
    { "box:sigma=9.7:iterations=2:edge=mirror", false },
    { "box:sigma=110:iterations=3", false },
    { "gaussian:sigma=4:radius=6.5:weights=erf:edge=mirror", true },
    { "gaussian:sigma=5:radius=11:edge=mirror", true }, // in full blocks of no implementation
    { "gaussian:sigma=8:edge=zero", true },             // a long kernel, over several strips
    { "gaussian:sigma=40:edge=mirror", true },          // wider than the pictures
    { "gaussian:sigma=5.3:reach=3", true },
    { "dual:sigma=1", false },
    { "dual:sigma=2.5", false }, // a level half faded in
    { "dual:sigma=16", false },
    { "dual:sigma=5:offset=1.4:taps=source", false },
    { "dual:sigma=2:scatter=0.6", false },
    { "dual:sigma=7:scatter=0.7", false },  // all levels keep light
    { "dual:sigma=40:scatter=0.6", false }, // the finest do not
    { "dual:sigma=10:scatter=0.8:offset=1.3", false },
    { "dual:levels=4:offset=1", true },
    { "dual:levels=9:offset=1", true },
    { "dual:sigma=3.3:edge=mirror", false },
    { "dual:sigma=16:edge=mirror", false },
    { "dual:sigma=3.3:edge=zero", false },
    { "dual:sigma=16:edge=zero", false },
    { "dual:sigma=5.4", false }, // the deepest level fades in, of one and of two in one pass
    { "dual:sigma=11", false },
    { "dual:sigma=11:edge=zero", false },
    { "dual:sigma=42:edge=mirror", false },
    { "dual:sigma=1.2:scatter=0.95:edge=zero", false },
    { "dual:sigma=2.5:scatter=0.95:edge=mirror", false },
    { "dual:sigma=3:scatter=0.6", false },
    { "dual:sigma=6:scatter=0.6:edge=mirror", false },
    { "dual:levels=5:offset=1:scatter=0.6:edge=zero", false },
    { "dual:levels=7:offset=1:scatter=0.7:edge=mirror", false },
    { "dual:sigma=48:scatter=0.7:edge=zero", false },
    { "dual:sigma=100:scatter=0.5", false },
    { "kawase:sigma=2.7", false },
    { "kawase:sigma=16", false },
    { "kawase:sigma=30", false },
    { "kawase:passes=9:scale=full:factor=1", true },
    { "kawase:passes=5:scale=quarter:factor=1", true },
    { "kawase:passes=9:scale=eighth:factor=1", true },
    { "kawase:sigma=6:edge=mirror", false },
    { "kawase:sigma=12.3:edge=zero", false },
    { "kawase:passes=9:scale=full:factor=1.25:edge=mirror", false },
    { "kawase:passes=9:scale=half:factor=1.25:edge=zero", false },
    { "kawase:passes=9:scale=half:factor=0.8:edge=mirror", false },
    { "kawase:passes=2:scale=quarter:factor=0.9:edge=zero", false },
    { "mips:sigma=7", false },
    { "mips:level=4:edge=mirror", false },
    { "mips:level=2.5:edge=zero", false },
    { "pyramid:sigma=1", false },
    { "pyramid:sigma=1.5", false },
    { "pyramid:sigma=12", false }, // the deepest level smoothed
    { "pyramid:sigma=15", false }, // a level half faded in
    { "pyramid:sigma=16", false },
    { "pyramid:sigma=12:scatter=0.7", false },
    { "pyramid:sigma=9:kernel=gauss5:scatter=0.8", false },
    { "pyramid:sigma=30:scatter=0.6", false },
    { "pyramid:sigma=64:edge=mirror", false },
    { "pyramid:sigma=110:edge=zero:scatter=0.9", false },
    { "pyramid:sigma=200", false },
    { "pyramid:sigma=250:levels=4", true },
    { "pyramid:sigma=250:levels=3:kernel=gauss5", true },
    { "pyramid:sigma=6:edge=mirror", false },
    { "pyramid:sigma=6:edge=zero", false },
    { "pyramid:sigma=7.5:edge=mirror", false },
    { "pyramid:sigma=6:edge=zero:kernel=gauss5", false },
    { "pyramid:sigma=5:scatter=0.95:edge=mirror", false },
    { "pyramid:sigma=12:scatter=0.6:edge=zero", false },
    { "pyramid:sigma=40:scatter=0.6:edge=mirror", false },
    { "pyramid:sigma=4:karis=partial", false },
    { "pyramid:sigma=4:karis=partial:kernel=gauss5", false },
};

// One in `of` of those that fit, others in other turns.
static void assert_impls(const struct blur *blur, enum texture_format format, int turn, int of,
                         const struct image *source)
{
    LOCAL_IMAGE expected = { 0 };
    const struct effect_impl *const *impls = parse_chain(blur->text).steps[0].effect->impls;
    for (int i = 0; impls[i]; i++) {
        if (!test_takes(i + turn, of) ||
            !blur_fits(blur->text, impls[i], source->width, source->height))
            continue;
        if (!expected.texels)
            expected = run_reference(blur->text, source);
        assert_blurs(blur->text, impls[i]->name, format, blur->is_even, source, &expected);
    }
}

// Levels of odd and of even heights and widths, and some of several groups.
TEST(widths_and_borders_equal_the_reference)
{
    static const int sizes[][2] = { { WIDTH, HEIGHT }, { 61, 127 }, { 250, 230 },
                                    { 3, 200 },        { 1, 1 },    { 640, 360 } };
    for (int size = 0; size < 6; size++) {
        LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, sizes[size][0], sizes[size][1]);
        for (int i = 0; i < (int) (sizeof(blurs) / sizeof(blurs[0])); i++)
            if (test_takes(i + size, size == 0 ? 2 : size < 3 ? 4 : 6))
                assert_impls(&blurs[i], FORMAT_RGBA32F, i + size, size == 0 ? 4 : 2, &source);
    }
}

// Halves and bytes between the passes, in shared memory and in the picture.
TEST(every_format_equals_the_reference)
{
    static const enum texture_format formats[] = { FORMAT_RGBA16F, FORMAT_RGBA8 };
    for (int f = 0; f < 2; f++) {
        LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, WIDTH, HEIGHT);
        image_round_to(formats[f], &source);
        for (int i = 0; i < (int) (sizeof(blurs) / sizeof(blurs[0])); i++)
            if (test_takes(i + f + 20, 5))
                assert_impls(&blurs[i], formats[f], i / 5, 2, &source);
    }
}

// ---- sizes that segments, batches, strips, tiles and groups do not divide

static const struct large {
    const char *text, *impl;
    int width, height;
    enum texture_format format;
    bool as_hardware; // where a software renderer runs it otherwise
} large[] = {
    { "box:radius=30", "cs_tiled", 331, 181, FORMAT_RGBA32F, false },
    { "box:radius=30", "cs_segmented", 331, 181, FORMAT_RGBA32F, false },
    { "box:radius=30:batch=8", "cs_running", 331, 181, FORMAT_RGBA32F, false },
    { "gaussian:sigma=8:edge=zero", "cs_blocked", 200, 61, FORMAT_RGBA8, false },
    { "gaussian:sigma=2:line=5:edge=mirror", "cs_shared", 61, 23, FORMAT_RGBA32F, false },
    { "box:sigma=3.3:edge=mirror", "cs_fused", 221, 131, FORMAT_RGBA16F, false },
    // Segments of both directions at once, several texels at once.
    { "box:radius=16", "cs_segmented", 5, 900, FORMAT_RGBA32F, true },
    { "box:sigma=3.3:edge=mirror", "cs_segmented", 600, 5, FORMAT_RGBA32F, true },
    // 1080 texels leave a rest after batches of 32, and none after those of 24.
    { "box:radius=30:batch=32", "cs_running", 1080, 5, FORMAT_RGBA32F, false },
    { "box:radius=30", "cs_scan", 1080, 5, FORMAT_RGBA32F, false },
    { "gaussian:sigma=1.1", "cs_blocked", 487, 271, FORMAT_RGBA32F, false },
    { "dual", "cs_blocked", 487, 271, FORMAT_RGBA32F, false },
    { "pyramid:sigma=9:scatter=0.85", "cs_blocked", 487, 271, FORMAT_RGBA32F, false },
    // These are for --long.
    { "box:sigma=3.3:edge=mirror", "cs_tiled", 221, 131, FORMAT_RGBA16F, false },
    { "box:sigma=9.7:iterations=2:edge=mirror", "cs_tiled", 221, 131, FORMAT_RGBA16F, false },
    { "box:sigma=30:iterations=2", "cs_tiled", 221, 131, FORMAT_RGBA16F, false },
    { "box:radius=16", "cs_segmented", 600, 5, FORMAT_RGBA32F, true },
    { "box:sigma=3.3:edge=mirror", "cs_segmented", 5, 900, FORMAT_RGBA32F, true },
    { "box:sigma=9.7:iterations=2:edge=mirror", "cs_segmented", 5, 900, FORMAT_RGBA32F, true },
    { "box:radius=30:batch=24", "cs_running", 1080, 5, FORMAT_RGBA32F, false },
    { "box:radius=30", "cs_scan", 5, 1080, FORMAT_RGBA32F, false },
    { "box:sigma=250:edge=mirror", "cs_fft", 61, 200, FORMAT_RGBA32F, false },
    { "box:sigma=250:iterations=3", "cs_fft", 61, 47, FORMAT_RGBA32F, false },
    { "box:sigma=249.7:iterations=2:edge=zero", "cs_fft", 200, 61, FORMAT_RGBA32F, false },
    { "gaussian:sigma=8:edge=zero", "cs_blocked", 200, 61, FORMAT_RGBA32F, false },
    { "gaussian:sigma=1.1", "fs_separable", 487, 271, FORMAT_RGBA32F, false },
    { "gaussian:sigma=1.1", "cs_fused", 487, 271, FORMAT_RGBA32F, false },
};

enum { EVERY_DAY = 13 };

static bool share_a_reference(const struct large *a, const struct large *b)
{
    return a && strcmp(a->text, b->text) == 0 && a->width == b->width && a->height == b->height;
}

TEST(large_pictures_equal_the_reference)
{
    LOCAL_IMAGE source = { 0 }, expected = { 0 };
    const struct large *last = NULL;
    struct context_info *info = &gpu_fixture()->info;
    const bool was_software = info->software;
    for (size_t i = 0; i < sizeof(large) / sizeof(large[0]); i++) {
        const struct large *one = &large[i];
        if (i < EVERY_DAY ? !test_takes((int) i, 1) : !test_takes(1, 2))
            continue;
        if (!share_a_reference(last, one)) {
            image_finish(&source);
            image_finish(&expected);
            source = make_test_image(TEST_IMAGE_EVEN, one->width, one->height);
            image_round_to(one->format, &source);
            expected = run_reference(one->text, &source);
        }
        last = one;
        info->software = was_software && !one->as_hardware;
        assert_blurs(one->text, one->impl, one->format, false, &source, &expected);
        info->software = was_software;
    }
}

// The longest pictures and, just within what a software renderer gives a loop, the longest loops.
TEST(no_light_is_lost_on_long_ways)
{
    const int longest = gpu_fixture()->info.max_texture;
    const struct {
        const char *text;
        int width, height;
    } ways[] = {
        { "gaussian:radius=126", 9, 5 },
        { "box:radius=41:iterations=3", 9, 5 },
        { "box:radius=125", 9, 5 },
        { "box:sigma=0.3:iterations=3", longest, 1 },
        { "box:sigma=0.3:iterations=3", 1, longest },
        { "box:radius=1:iterations=3", longest, 1 },
        { "dual:sigma=4", 1, longest },
        { "pyramid:sigma=4", longest, 1 },
        { "pyramid:sigma=4", 1, longest },
    };
    for (int i = 0; i < (int) (sizeof(ways) / sizeof(ways[0])); i++) {
        const struct blur blur = { ways[i].text, false };
        LOCAL_IMAGE source = make_test_image(TEST_IMAGE_CONSTANT, ways[i].width, ways[i].height);
        if (test_takes(i, 3))
            assert_impls(&blur, FORMAT_RGBA32F, i, 3, &source);
    }
}

// Light that is bright all over stays what it is: the weights are divided out again, those of
// negative light, too.
TEST(flat_light_survives_karis)
{
    static const char *const texts[] = { "pyramid:sigma=6:karis=partial",
                                         "pyramid:sigma=6:karis=partial:kernel=gauss5" };
    static const double lights[] = { 0.5, -3 };
    for (int i = 0; i < 4; i++) {
        const char *row;
        LOCAL_IMAGE source = new_image(WIDTH, HEIGHT, IMAGE_TYPE_F64);
        for (int k = 0; k < 4 * WIDTH * HEIGHT; k++)
            ((double *) source.texels)[k] = lights[i / 2];
        for (int j = 0; (row = blur_row(texts[i % 2], j)); j++)
            assert_flat(texts[i % 2], row, FORMAT_RGBA32F, &source);
    }
}

// Where all sides can be halved there is one mip map only. Elsewhere it is at least a blur: light
// stays within what it was.
TEST(the_drivers_mip_map_is_ours_where_sides_halve)
{
    static const char *const texts[] = { "mips:sigma=0", "mips:sigma=7", "mips:level=2.5:edge=zero",
                                         "mips:level=3:edge=mirror", "mips:level=9" };
    static const int sizes[][2] = { { 128, 64 }, { 64, 64 }, { 129, 67 }, { 1, 40 }, { 1, 1 } };
    for (int i = 0; i < 25; i++) {
        const int *size = sizes[i / 5];
        LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, size[0], size[1]);
        LOCAL_IMAGE expected = run_reference(texts[i % 5], &source);
        LOCAL_IMAGE image = run_blur(texts[i % 5], "cs_generate_mipmap", FORMAT_RGBA32F, &source);
        const double most = compare_images(&image, &expected).most / image_largest(&source);
        if (!(most <= (i / 5 < 2 && i % 5 < 4 ? EFFECT_FILTER_ERROR : 1)))
            fail_msg("%s, %dx%d: off by %g", texts[i % 5], size[0], size[1], most);
    }
}

// ---- what is said

TEST(what_does_not_fit_says_why)
{
    static const struct {
        const char *text;
        int width, height;
        const char *why; // "": it fits
    } cases[] = {
        { "box:sigma=20%h", 8, 200, "" },
        { "box:sigma=20%h", 8, 400, "" },
        { "box:sigma=20%h:impl=cs_scan", 8, 400,
          "sigma is 80 px, and iterations=1 goes up to 73.6 px, impl=cs_fft to 250 px" },
        { "box:sigma=20%h:iterations=2:impl=cs_scan", 8, 400, "" },
        { "box:sigma=20%h", 8, 1280, "sigma is 256 px at this height, and goes up to 250 px" },
        { "box:radius=100:impl=cs_single", 1920, 1080, "" },
        { "box:radius=127:impl=cs_single", 3840, 2160, "5.4e+11 taps" },
        { "box:radius=127:impl=cs_single_linear", 3840, 2160, "" },
        { "box:radius=17:impl=cs_fused", 64, 64, "enough up to radius 16, and this one is 17" },
        { "box:sigma=2:iterations=2:impl=cs_fused", 64, 64, "iterations" },
        { "gaussian:sigma=50%h", 8, 2160, "sigma is 1080 px at this height" },
        { "gaussian:impl=fs_naive:sigma=64", 3840, 2160, "taps in one dispatch" },
        { "gaussian:impl=cs_shared_2d:sigma=64", 64, 64, "it needs 5607424 bytes" },
        { "gaussian:impl=cs_fused:sigma=64", 64, 64, "up to radius 16" },
        { "gaussian:impl=cs_fused:sigma=3.6", 64, 64, "this one is 17" },
        { "gaussian:impl=cs_fused:sigma=5.4:reach=3", 64, 64, "this one is 17" },
        { "gaussian:impl=cs_multiresolution:sigma=3.9", 64, 64, "below sigma=4" },
        { "gaussian:impl=cs_multiresolution:radius=9", 64, 64, "needs radius=auto" },
        { "gaussian:radius=16:impl=cs_tile:group=32x32", 64, 64, "it needs 65536 bytes" },
        { "dual:sigma=50%h", 8, 2000, "" },
        { "dual:sigma=50%h", 8, 2002, "goes up to 1000 px" },
        { "dual:offset=1.2:impl=cs_blocked", 64, 64, "taps=target, offset=auto or 1" },
        { "kawase:sigma=50%h", 8, 256, "" },
        { "kawase:sigma=50%h", 8, 258, "goes up to 128 px" },
        { "pyramid:sigma=50%h", 8, 2000, "" },
        { "pyramid:sigma=50%h", 8, 2002, "goes up to 1000 px" },
        { "pixelate:cell=50%h", 2000, 2000,
          "pixelate: cell is 1000 px at this height, and goes up to 512 px" },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_plan_refused(cases[i].text, cases[i].width, cases[i].height, cases[i].why);
}

// Each blur: nothing where it delivers what was asked for, and what is in effect where its own
// numbers decide. Widths as tests/effects/sigma_test.c and tests/effects/box_test.c hold them.
TEST(own_numbers_say_the_sigma_in_effect)
{
    static const char *const remarks[][2] = {
        { "dual", "" },
        { "kawase", "" },
        { "gaussian:error=0", "" },
        { "box", "" },
        { "pyramid", "" },
        { "mips", "" },
        { "dual:levels=4:offset=1", "sigma is 15.52 px in effect" },
        { "dual:levels=2", "sigma is 4.28 px in effect" },
        { "pyramid:sigma=250:levels=1", "sigma is 2.12 px in effect" },
        { "kawase:passes=9:factor=1:scale=full", "sigma is 13.87 px in effect" },
        { "kawase:scale=full", "sigma is 16.00 px in effect" },
        { "box:radius=30", "sigma is 17.61 px in effect" },
        { "gaussian:sigma=10:error=0", "" },
        { "gaussian:sigma=10:radius=16", "sigma is 7.91 px in effect" },
        { "gaussian:sigma=64:error=0", "" },
        { "gaussian:sigma=250:reach=6:error=0", "reach is 4.50 in effect: taps end at 1125 px" },
        { "mips:level=4", "sigma is 8.00 px in effect on average" },
        { "dual:sigma=16:scatter=0.7", "core 1.83 px wide" },
        { "dual:sigma=200:levels=10:scatter=0.1",
          "sigma is 75.84 px in effect, core 62.97 px wide" },
    };
    for (size_t i = 0; i < sizeof(remarks) / sizeof(remarks[0]); i++) {
        char remark[EFFECT_WHY_SIZE];
        const struct chain chain = parse_chain(remarks[i][0]);
        effect_remark(chain.steps[0].effect, chain.steps[0].params, 720, remark);
        if (strcmp(remark, remarks[i][1]) != 0)
            fail_msg("%s says '%s'", remarks[i][0], remark);
    }
}
