// The blurs on the GPU: every row against the plain C reference, and what a blur must keep.

#include "effects/dual/dual.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/blur_fixture.h"

#include <string.h>

struct blur {
    const char *text;
    void (*reference)(const struct reference_call *call);
};

static const struct blur solved[] = {
    { "dual:sigma=0", reference_dual },
    { "dual:sigma=1", reference_dual },
    { "dual:sigma=2.5", reference_dual }, // a level half faded in
    { "dual:sigma=16", reference_dual },
    { "dual:sigma=5:offset=1.4:taps=source", reference_dual },
    { "dual:sigma=2:scatter=0.6", reference_dual },
    { "dual:sigma=7:scatter=0.7", reference_dual },  // all levels keep light
    { "dual:sigma=40:scatter=0.6", reference_dual }, // the finest do not
    { "dual:sigma=10:scatter=0.8:offset=1.3", reference_dual },
    { "kawase:sigma=0", reference_kawase },
    { "kawase:sigma=2.7", reference_kawase },
    { "kawase:sigma=16", reference_kawase },
    { "kawase:sigma=30", reference_kawase },
    { "kawase:sigma=6.2", reference_kawase },
    { "mips:sigma=0", reference_mips },
    { "mips:sigma=7", reference_mips },
    { "mips:level=1", reference_mips },
    { "pyramid:sigma=0", reference_pyramid },
    { "pyramid:sigma=1.5", reference_pyramid },
    { "pyramid:sigma=12", reference_pyramid }, // the deepest level smoothed
    { "pyramid:sigma=15", reference_pyramid }, // a level half faded in
    { "pyramid:sigma=16", reference_pyramid },
    { "pyramid:sigma=12:scatter=0.7", reference_pyramid },
    { "pyramid:sigma=9:kernel=gauss5:scatter=0.8", reference_pyramid },
    { "pyramid:sigma=30:scatter=0.6", reference_pyramid },
};

// With the offsets that are published every tap lies on a quarter or a half of a texel.
static const struct blur published[] = {
    { "dual:levels=4:offset=1", reference_dual },
    { "dual:levels=8:offset=1", reference_dual },
    { "kawase:passes=9:scale=full:factor=1", reference_kawase },
    { "kawase:passes=5:scale=quarter:factor=1", reference_kawase },
    { "kawase:passes=9:scale=eighth:factor=1", reference_kawase },
    { "pyramid:sigma=250:levels=4", reference_pyramid },
    { "pyramid:sigma=250:levels=3:kernel=gauss5", reference_pyramid },
};

// Beyond the border: not the border's own texels.
static const struct blur edges[] = {
    { "dual:sigma=3.3:edge=mirror", reference_dual },
    { "dual:sigma=16:edge=mirror", reference_dual },
    { "dual:sigma=3.3:edge=zero", reference_dual },
    { "dual:sigma=16:edge=zero", reference_dual },
    { "kawase:sigma=6:edge=mirror", reference_kawase },
    { "kawase:sigma=12.3:edge=zero", reference_kawase },
    { "kawase:passes=9:scale=full:factor=1.25:edge=mirror", reference_kawase },
    { "kawase:passes=9:scale=half:factor=1.25:edge=zero", reference_kawase },
    { "kawase:passes=9:scale=half:factor=0.8:edge=mirror", reference_kawase },
    { "kawase:passes=2:scale=quarter:factor=0.9:edge=zero", reference_kawase },
    { "mips:level=4:edge=mirror", reference_mips },
    { "mips:level=2.5:edge=zero", reference_mips },
    { "pyramid:sigma=6:edge=mirror", reference_pyramid },
    { "pyramid:sigma=6:edge=zero", reference_pyramid },
    { "pyramid:sigma=7.5:edge=mirror", reference_pyramid },
    { "pyramid:sigma=6:edge=zero:kernel=gauss5", reference_pyramid },
};

// Where the deepest level fades in, of one and of two that go down and up in one pass.
static const struct blur fading[] = {
    { "dual:sigma=5.4", reference_dual },
    { "dual:sigma=11", reference_dual },
    { "dual:sigma=11:edge=zero", reference_dual },
    { "dual:sigma=42:edge=mirror", reference_dual },
    { "dual:sigma=1.2:scatter=0.95:edge=zero", reference_dual },
    { "dual:sigma=2.5:scatter=0.95:edge=mirror", reference_dual },
    { "dual:sigma=3:scatter=0.6", reference_dual },
    { "dual:sigma=6:scatter=0.6:edge=mirror", reference_dual },
    { "dual:sigma=12:scatter=0.6:edge=zero", reference_dual },
    { "dual:sigma=24:scatter=0.7:edge=mirror", reference_dual },
    { "dual:sigma=48:scatter=0.7:edge=zero", reference_dual },
    { "dual:sigma=100:scatter=0.5", reference_dual },
    { "pyramid:sigma=5:scatter=0.95:edge=mirror", reference_pyramid },
    { "pyramid:sigma=12:scatter=0.6:edge=zero", reference_pyramid },
    { "pyramid:sigma=40:scatter=0.6:edge=mirror", reference_pyramid },
};

// Shares of the largest texel. GPUs filter with fractions of 8 bits: an H200 is up to 1.5e-4 off
// where taps lie anywhere, llvmpipe 1.5e-6; on halves and quarters both are exact to 3e-7.
#define BILINEAR_TOLERANCE  1e-3
#define PUBLISHED_TOLERANCE 2e-6

enum { SOLVED_COUNT = sizeof(solved) / sizeof(solved[0]) };
enum { EDGES_COUNT = sizeof(edges) / sizeof(edges[0]) };
enum { FADING_COUNT = sizeof(fading) / sizeof(fading[0]) };
enum { PUBLISHED_COUNT = sizeof(published) / sizeof(published[0]) };

static void run_reference(const struct blur *blur, const struct image *source, struct image *output)
{
    const struct chain chain = parse_chain(blur->text);
    const struct reference_call call = {
        .params = chain.steps[0].params,
        .source = source,
        .input = source,
        .output = output,
    };
    image_init(output, source->width, source->height, IMAGE_TYPE_F64);
    blur->reference(&call);
}

static double largest(const struct image *image)
{
    double most = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            for (int c = 0; c < 4; c++)
                most = fmax(most, image_at(image, x, y)[c]);
    return most;
}

// Random texels, none brighter than 1.
static void make_even_image(int width, int height, struct image *image)
{
    uint64_t seed = 5;
    image_init(image, width, height, IMAGE_TYPE_F64);
    for (int i = 0; i < width * height * 4; i++)
        ((double *) image->texels)[i] = test_random(&seed);
}

// What remains of random texels in a format.
static void make_image_in(enum texture_format format, bool is_even, struct image *image)
{
    struct image made;
    struct texture_pool *pool = &gpu_fixture()->pool;
    if (is_even)
        make_even_image(129, 67, &made);
    else
        make_test_image(&made, TEST_IMAGE_RANDOM, 129, 67);
    struct texture *texture = texture_pool_acquire(pool, made.width, made.height, format);
    texture_upload(texture, &made);
    texture_read(texture, IMAGE_TYPE_F64, image);
    texture_pool_release(pool, texture);
    image_finish(&made);
}

// `tolerance` is a share of the largest texel. Blurs take turns at the rows of their effect.
static void assert_rows_equal_reference(const struct blur *blur, const struct image *source,
                                        double tolerance, int turn)
{
    struct image expected, image;
    run_reference(blur, source, &expected);
    const char *row;
    for (int i = 0; (row = blur_row(blur->text, i)); i++) {
        if (!test_takes(i + turn, 3))
            continue;
        run_blur(blur->text, row, FORMAT_RGBA32F, source, &image);
        const struct difference worst = compare_images(&image, &expected);
        const double share = worst.most / largest(source);
        if (share > tolerance)
            fail_msg("%s by %s, %dx%d: %g of the largest texel off at %d, %d", blur->text, row,
                     source->width, source->height, share, worst.x, worst.y);
        image_finish(&image);
    }
    image_finish(&expected);
}

// One blur of `of`.
static void assert_reference(enum test_image kind, int width, int height, int of)
{
    struct image source;
    make_test_image(&source, kind, width, height);
    for (int i = 0; i < SOLVED_COUNT; i++)
        if (test_takes(i, of))
            assert_rows_equal_reference(&solved[i], &source, BILINEAR_TOLERANCE, i);
    for (int i = 0; i < PUBLISHED_COUNT; i++)
        if (test_takes(i, of))
            assert_rows_equal_reference(&published[i], &source, PUBLISHED_TOLERANCE, i);
    for (int i = 0; i < EDGES_COUNT; i++) // as borders_and_fades_equal_the_reference
        if (test_takes(i, 5 * of))
            assert_rows_equal_reference(&edges[i], &source, BILINEAR_TOLERANCE, i);
    image_finish(&source);
}

TEST(rows_equal_the_reference)
{
    static const int sizes[][2] = { { 1, 1 }, { 3, 200 }, { 129, 67 } };
    for (int size = 0; size < 3; size++) // llvmpipe compiles anew for sizes that are powers of two
        for (int kind = 0; kind < TEST_IMAGE_COUNT; kind++)
            assert_reference((enum test_image) kind, sizes[size][0], sizes[size][1],
                             size == 0                   ? 6
                             : kind == TEST_IMAGE_RANDOM ? 1
                                                         : 5);
    assert_reference(TEST_IMAGE_RANDOM, 640, 360, 5);
}

// In light that is everywhere alike, since beside a texel of 100 nothing is seen of what is wrong
// with one row at a border. Levels of odd and of even heights and widths, and some of several
// groups.
TEST(borders_and_fades_equal_the_reference)
{
    static const int sizes[][2] = { { 130, 66 }, { 61, 127 }, { 250, 230 } };
    for (int size = 0; size < 3; size++) {
        struct image source;
        make_even_image(sizes[size][0], sizes[size][1], &source);
        for (int i = 0; i < EDGES_COUNT; i++)
            if (test_takes(i + size, 3))
                assert_rows_equal_reference(&edges[i], &source, BILINEAR_TOLERANCE, i);
        for (int i = 0; i < FADING_COUNT; i++)
            if (test_takes(i + size, 3))
                assert_rows_equal_reference(&fading[i], &source, BILINEAR_TOLERANCE, i);
        image_finish(&source);
    }
}

TEST(rows_equal_the_reference_at_full_size)
{
    static const struct blur blurs[] = { { "dual", reference_dual },
                                         { "kawase", reference_kawase },
                                         { "pyramid", reference_pyramid } };
    struct image source;
    make_test_image(&source, TEST_IMAGE_RANDOM, 1919, 1079);
    for (int i = 0; i < 3; i++)
        if (test_takes(i, 3))
            assert_rows_equal_reference(&blurs[i], &source, BILINEAR_TOLERANCE, i);
    image_finish(&source);
}

// Of the images between the steps, as a share of the largest texel. What a step stores is rounded,
// so that bytes are off by half of one for each of them.
static double format_tolerance(enum texture_format format, const char *text, const char *row,
                               const struct image *source)
{
    const struct chain chain = parse_chain(text);
    const struct effect_impl *impl = effect_impl_find(chain.steps[0].effect, row);
    const struct effect_site site = { .info = &gpu_fixture()->info,
                                      .params = chain.steps[0].params,
                                      .width = source->width,
                                      .height = source->height,
                                      .format = format };
    struct cost cost = { 0 };
    impl->cost(&site, &cost);
    // Beside a texel of 100 roundings are small; where all are alike they are up to 3 units in the
    // last place of the largest.
    const double unit = largest(source) > 1 ? 1.0 / 2048 : 1.0 / 1024;
    return format == FORMAT_RGBA16F ? 3 * unit : (1.5 + 0.5 * cost.passes) / 255;
}

static void assert_rows_in_format(const struct blur *blur, enum texture_format format,
                                  const struct image *source)
{
    struct image expected, image;
    const char *row;
    run_reference(blur, source, &expected);
    for (int i = 0; (row = blur_row(blur->text, i)); i++) {
        run_blur(blur->text, row, format, source, &image);
        const double share = compare_images(&image, &expected).most / largest(source);
        if (share > format_tolerance(format, blur->text, row, source))
            fail_msg("%s by %s in %s: %g of the largest texel off", blur->text, row,
                     texture_format_name(format), share);
        image_finish(&image);
    }
    image_finish(&expected);
}

TEST(rows_equal_the_reference_in_every_format)
{
    static const enum texture_format formats[] = { FORMAT_RGBA16F, FORMAT_RGBA8 };
    static const struct blur blurs[] = {
        { "dual:sigma=16", reference_dual },
        { "kawase:sigma=16", reference_kawase },
        { "pyramid:sigma=15", reference_pyramid },
    };
    for (int format = 0; format < 2; format++)
        for (int is_even = 0; is_even < 2; is_even++) {
            struct image source;
            make_image_in(formats[format], is_even, &source);
            for (int i = 0; i < (int) (sizeof(blurs) / sizeof(blurs[0])); i++)
                if (test_takes(i + format, 3))
                    assert_rows_in_format(&blurs[i], formats[format], &source);
            image_finish(&source);
        }
}

TEST(flat_stays_flat)
{
    struct image source, image;
    make_test_image(&source, TEST_IMAGE_CONSTANT, 129, 67);
    for (int i = 0; i < SOLVED_COUNT + PUBLISHED_COUNT; i++) {
        const struct blur *blur = i < SOLVED_COUNT ? &solved[i] : &published[i - SOLVED_COUNT];
        const char *row;
        for (int j = 0; (row = blur_row(blur->text, j)); j++) {
            if (!test_takes(i + j, 3)) // as rows_equal_the_reference has compiled them
                continue;
            run_blur(blur->text, row, FORMAT_RGBA32F, &source, &image);
            assert_true(compare_images(&image, &source).most <= 1e-6);
            image_finish(&image);
            if (!test_takes(i + j, 4))
                continue;
            run_blur(blur->text, row, FORMAT_RGBA16F, &source, &image);
            assert_true(compare_images(&image, &source).most <= 1e-6);
            image_finish(&image);
        }
    }
    image_finish(&source);
}

static void flip(const struct image *from, bool across, bool down, struct image *to)
{
    image_init(to, from->width, from->height, IMAGE_TYPE_F64);
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++)
            memcpy(
                image_at(to, x, y),
                image_at(from, across ? from->width - 1 - x : x, down ? from->height - 1 - y : y),
                4 * sizeof(double));
}

static void turn(const struct image *from, struct image *to)
{
    image_init(to, from->height, from->width, IMAGE_TYPE_F64);
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++)
            memcpy(image_at(to, y, x), image_at(from, x, y), 4 * sizeof(double));
}

// Blurring the other image gives the other of the blurred image. Takes `other`.
static void assert_commutes(const char *text, const struct image *source, struct image *other,
                            struct image *expected)
{
    struct image image;
    run_blur(text, "fs_passes", FORMAT_RGBA32F, other, &image);
    assert_true(compare_images(&image, expected).most <= BILINEAR_TOLERANCE * largest(source));
    image_finish(&image);
    image_finish(other);
    image_finish(expected);
}

// Sizes that can be halved as often as the blur does.
TEST(flipping_and_turning_commute_with_blurring)
{
    struct image source, blurred, other, expected;
    make_test_image(&source, TEST_IMAGE_RANDOM, 192, 192);
    for (int i = 0; i < SOLVED_COUNT; i++) {
        run_blur(solved[i].text, "fs_passes", FORMAT_RGBA32F, &source, &blurred);
        for (int way = 1; way < 4; way++) {
            flip(&source, way & 1, way & 2, &other);
            flip(&blurred, way & 1, way & 2, &expected);
            assert_commutes(solved[i].text, &source, &other, &expected);
        }
        turn(&source, &other);
        turn(&blurred, &expected);
        assert_commutes(solved[i].text, &source, &other, &expected);
        image_finish(&blurred);
    }
    image_finish(&source);
}

TEST(two_runs_give_the_same_bytes)
{
    struct image source, first, second;
    make_test_image(&source, TEST_IMAGE_RANDOM, 129, 67);
    const char *row;
    for (int i = 0; i < SOLVED_COUNT; i++)
        for (int j = 0; (row = blur_row(solved[i].text, j)); j++) {
            if (!test_takes(i + j, 4))
                continue;
            run_blur(solved[i].text, row, FORMAT_RGBA16F, &source, &first);
            run_blur(solved[i].text, row, FORMAT_RGBA16F, &source, &second);
            assert_memory_equal(first.texels, second.texels, image_bytes(&first));
            image_finish(&first);
            image_finish(&second);
        }
    image_finish(&source);
}

static double sum(const struct image *image)
{
    double energy = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            energy += image_at(image, x, y)[0];
    return energy;
}

static double energy_of_line(const char *text, int length, int at, bool is_row)
{
    struct image source, image;
    image_init(&source, is_row ? 1 : length, is_row ? length : 1, IMAGE_TYPE_F64);
    image_at(&source, is_row ? 0 : at, is_row ? at : 0)[0] = 1;
    run_blur(text, "fs_passes", FORMAT_RGBA32F, &source, &image);
    const double energy = sum(&image);
    image_finish(&source);
    image_finish(&image);
    return energy;
}

// Three sigma from the border, at sizes that cannot be halved evenly.
TEST(a_line_of_light_keeps_its_energy)
{
    static const char *const texts[] = { "dual:sigma=12", "dual:levels=4:offset=1",
                                         "kawase:sigma=12", "pyramid:sigma=12",
                                         "pyramid:sigma=12:kernel=gauss5" };
    for (int i = 0; i < 5; i++)
        for (int length = 120; length < 184; length += 3) {
            assert_near(energy_of_line(texts[i], length, 48, true), 1, 0.01);
            assert_near(energy_of_line(texts[i], length, length - 49, true), 1, 0.01);
            assert_near(energy_of_line(texts[i], length, 48, false), 1, 0.01);
        }
}

struct moments {
    double energy, x, y; // sum, mean squares of the distance from the point
};

static struct moments moments_around(const struct image *image, int at_x, int at_y)
{
    struct moments moments = { 0, 0, 0 };
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            const double value = image_at(image, x, y)[0];
            moments.energy += value;
            moments.x += value * (x - at_x) * (x - at_x);
            moments.y += value * (y - at_y) * (y - at_y);
        }
    moments.x /= moments.energy;
    moments.y /= moments.energy;
    return moments;
}

// Averaged over where the point lies within a texel of the coarsest level.
TEST(a_point_spreads_equally_both_ways)
{
    static const char *const runs[][2] = {
        { "dual:sigma=6", "fs_passes" },    { "dual:sigma=6", "cs_passes" },
        { "dual:sigma=6", "cs_blocked" },   { "kawase:sigma=6", "fs_passes" },
        { "kawase:sigma=6", "cs_passes" },  { "pyramid:sigma=6", "fs_passes" },
        { "pyramid:sigma=6", "cs_passes" }, { "pyramid:sigma=6:kernel=gauss5", "cs_passes" },
    };
    for (int i = 0; i < 8; i++) {
        struct moments mean = { 0, 0, 0 };
        for (int phase = 0; phase < 8; phase++) {
            struct image source, image;
            image_init(&source, 160, 144, IMAGE_TYPE_F64);
            image_at(&source, 80 + phase, 64 + phase)[0] = 1;
            run_blur(runs[i][0], runs[i][1], FORMAT_RGBA32F, &source, &image);
            const struct moments moments = moments_around(&image, 80 + phase, 64 + phase);
            assert_near(moments.energy, 1, 1e-3);
            mean.x += moments.x / 8;
            mean.y += moments.y / 8;
            image_finish(&source);
            image_finish(&image);
        }
        assert_near(sqrt(mean.x), 6, 0.02 * 6);
        assert_near(sqrt(mean.y), sqrt(mean.x), 1e-3);
    }
}

static void assert_cost(const char *text, const char *row, const struct image *source)
{
    struct gpu *gpu = gpu_fixture();
    const struct chain chain = parse_chain(text);
    const struct effect_impl *impl = effect_impl_find(chain.steps[0].effect, row);
    const struct effect_site site = {
        .info = &gpu->info,
        .params = chain.steps[0].params,
        .width = source->width,
        .height = source->height,
    };
    struct cost cost = { 0 };
    struct image image;
    impl->cost(&site, &cost);
    gpu_timer_begin_frame(&gpu->timer, "frame");
    run_blur(text, row, FORMAT_RGBA16F, source, &image);
    gpu_timer_end_frame(&gpu->timer);
    const struct gpu_frame *frame = gpu_timer_collect(&gpu->timer, true);
    assert_int_equal((int) cost.passes, frame->scopes[0].dispatches);
    assert_true(cost.stores >= source->width * source->height);
    image_finish(&image);
}

static bool is_identity(const char *text)
{
    const struct chain chain = parse_chain(text);
    return chain.steps[0].effect->is_identity(chain.steps[0].params, 67);
}

TEST(the_cost_counts_every_pass)
{
    struct image source;
    const char *row;
    make_test_image(&source, TEST_IMAGE_RANDOM, 129, 67);
    for (int i = 0; i < SOLVED_COUNT; i++)
        for (int j = 0; !is_identity(solved[i].text) && (row = blur_row(solved[i].text, j)); j++)
            if (test_takes(i + j, 2))
                assert_cost(solved[i].text, row, &source);
    image_finish(&source);
}

// Where all sides can be halved there is one mip map only. Elsewhere it is at least a blur: light
// stays within what it was.
TEST(the_drivers_mip_map_is_ours_where_sides_halve)
{
    static const char *const texts[] = { "mips:sigma=0", "mips:sigma=7", "mips:level=2.5:edge=zero",
                                         "mips:level=3:edge=mirror", "mips:level=9" };
    static const int sizes[][2] = { { 128, 64 }, { 64, 64 }, { 129, 67 }, { 1, 40 }, { 1, 1 } };
    for (int i = 0; i < 5; i++) {
        struct image source, expected, image;
        make_test_image(&source, TEST_IMAGE_RANDOM, sizes[i][0], sizes[i][1]);
        for (int j = 0; j < 5; j++) {
            run_reference(&(struct blur){ texts[j], reference_mips }, &source, &expected);
            run_blur(texts[j], "cs_generate_mipmap", FORMAT_RGBA32F, &source, &image);
            const double most = compare_images(&image, &expected).most / largest(&source);
            if (!(most <= (i < 2 && j < 4 ? BILINEAR_TOLERANCE : 1)))
                fail_msg("%s, %dx%d: off by %g", texts[j], source.width, source.height, most);
            image_finish(&expected);
            image_finish(&image);
        }
        image_finish(&source);
    }
}

// Light that is as bright as its alpha all over stays so: what lies beyond its border is nothing,
// not black.
TEST(a_transparent_border_leaves_no_fringe)
{
    static const char *const texts[] = { "dual:sigma=6",    "dual:sigma=6:edge=zero",
                                         "kawase:sigma=6",  "kawase:sigma=6:edge=zero",
                                         "pyramid:sigma=6", "pyramid:sigma=6:edge=zero" };
    struct image source, image;
    const char *row;
    image_init(&source, 60, 48, IMAGE_TYPE_F64);
    for (int y = 0; y < 48; y++)
        for (int x = 20; x < 60; x++)
            for (int c = 0; c < 4; c++)
                image_at(&source, x, y)[c] = c == 3 ? 1 : 0.8;
    for (int i = 0; i < 6; i++)
        for (int j = 0; (row = blur_row(texts[i], j)); j++) {
            run_blur(texts[i], row, FORMAT_RGBA32F, &source, &image);
            assert_true(image_at(&image, 18, 24)[3] > 0.1 && image_at(&image, 18, 24)[3] < 0.9);
            assert_true((image_at(&image, 59, 0)[3] < 0.5) == (i % 2 == 1));
            for (int y = 0; y < 48; y++)
                for (int x = 0; x < 60; x++)
                    assert_near(image_at(&image, x, y)[1], 0.8 * image_at(&image, x, y)[3], 1e-6);
            image_finish(&image);
        }
    image_finish(&source);
}

TEST(a_sigma_out_of_reach_is_refused)
{
    static const char *const texts[] = { "dual:sigma=50%h", "kawase:sigma=50%h",
                                         "pyramid:sigma=50%h" };
    static const int limits[] = { 1000, 128, 1000 };
    for (int i = 0; i < 3; i++) {
        const struct chain chain = parse_chain(texts[i]);
        const struct plan_options low = { .width = 8, .height = 2 * limits[i], .linear = true };
        const struct plan_options high = { .width = 8, .height = low.height + 2, .linear = true };
        struct plan plan;
        struct error error;
        char limit[32];
        snprintf(limit, sizeof(limit), "goes up to %d px", limits[i]);
        assert_true(plan_build(&plan, &chain, gpu_fixture(), &low, &error));
        assert_false(plan_build(&plan, &chain, gpu_fixture(), &high, &error));
        assert_non_null(strstr(error.text, limit));
    }
}

TEST(a_row_that_cannot_says_what_it_needs)
{
    const struct chain chain = parse_chain("dual:offset=1.2:impl=cs_blocked");
    const struct plan_options options = { .width = 64, .height = 64, .linear = true };
    struct plan plan;
    struct error error;
    assert_false(plan_build(&plan, &chain, gpu_fixture(), &options, &error));
    assert_non_null(strstr(error.text, "taps=target, offset=auto or 1"));
}

static void assert_remark(const char *text, const char *expected)
{
    char remark[EFFECT_WHY_SIZE];
    const struct chain chain = parse_chain(text);
    chain.steps[0].effect->remark(chain.steps[0].params, 720, remark);
    if (strcmp(remark, expected) != 0)
        fail_msg("%s says '%s'", text, remark);
}

// Each blur: nothing where it delivers what was asked for, and what is in effect where its own
// numbers decide. Widths as tests/effects/sigma_test.c and tests/effects/box_test.c hold them.
TEST(own_numbers_say_the_sigma_in_effect)
{
    for (int i = 0; effects[i]; i++)
        if (effects[i]->blurs) {
            assert_non_null(effects[i]->remark);
            assert_remark(effects[i]->name, "");
        }
    assert_remark("dual:levels=4:offset=1", "sigma is 15.52 px in effect");
    assert_remark("dual:levels=2", "sigma is 4.28 px in effect");
    assert_remark("pyramid:sigma=250:levels=1", "sigma is 2.12 px in effect");
    assert_remark("kawase:passes=9:factor=1:scale=full", "sigma is 13.87 px in effect");
    assert_remark("kawase:scale=full", "sigma is 16.00 px in effect");
    assert_remark("box:radius=30", "sigma is 17.61 px in effect");
    assert_remark("gaussian:sigma=10:radius=16", "sigma is 7.91 px in effect");
    assert_remark("mips:level=4", "sigma is 8.00 px in effect on average");
    assert_remark("dual:sigma=16:scatter=0.7", "core 1.83 px wide");
    assert_remark("dual:sigma=200:levels=10:scatter=0.1",
                  "sigma is 75.84 px in effect, core 62.97 px wide");
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
