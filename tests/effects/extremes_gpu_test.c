// Every row of every blur at the ends of its parameters' ranges, against the plain C reference, and
// where loops have the most turns. What a row cannot do there, it says.

#include "tests/fixtures/blur_fixture.h"

#include <string.h>

// ---- ends of ranges

enum { MAX_ENDS = 3 };

// What a row of parameters is set to; nothing where it stays as it is. What `auto` may take does
// not matter: all implementations are tried.
static int list_ends(const struct param *row, float ends[MAX_ENDS])
{
    int count = 0;
    if (row->type != PARAM_TYPE_FLOAT && row->type != PARAM_TYPE_INT &&
        row->type != PARAM_TYPE_LENGTH)
        return 0;
    if (strcmp(row->key, "error") == 0)
        return 0;
    if (row->zero)
        ends[count++] = 0;
    ends[count++] = row->min;
    ends[count++] = row->max;
    return count;
}

static int count_corners(const struct param *table)
{
    int corners = 1;
    float ends[MAX_ENDS];
    for (const struct param *row = table; row->key; row++)
        corners *= list_ends(row, ends) > 0 ? list_ends(row, ends) : 1;
    return corners;
}

// The effect with its numbers at one of the corners, and what lies beyond the border in turn.
static void make_corner(const struct effect *effect, int corner, struct chain *chain)
{
    float ends[MAX_ENDS];
    const int turn = corner;
    *chain = parse_chain(effect->name);
    void *params = chain->steps[0].params;
    for (const struct param *row = effect->params; row->key; row++) {
        const int count = list_ends(row, ends);
        if (count > 0) {
            param_set(row, params, 0, ends[corner % count]);
            corner /= count;
        }
        if (strcmp(row->key, "edge") == 0)
            param_set(row, params, 0, (float) (turn % EDGE_COUNT));
    }
}

static struct effect_site site_of(const struct chain *chain, const struct image *source)
{
    return (struct effect_site){
        .info = &gpu_fixture()->info,
        .params = chain->steps[0].params,
        .width = source->width,
        .height = source->height,
        .format = FORMAT_RGBA32F,
    };
}

static bool fits(const struct chain *chain, const struct effect_impl *impl,
                 const struct image *source)
{
    char why[EFFECT_WHY_SIZE];
    const struct effect_site site = site_of(chain, source);
    return effect_impl_error(impl, &site) < 1 && effect_impl_fits(impl, &site, why);
}

static void run_row(const struct chain *chain, int row, const struct image *source,
                    struct image *output)
{
    struct chain by_row = *chain;
    const struct effect *effect = chain->steps[0].effect;
    const struct plan_options options = { .format = FORMAT_RGBA32F, .linear = true };
    const struct param *impl = param_find(effect->params, "impl", strlen("impl"));
    param_set(impl, by_row.steps[0].params, 0, (float) (row + 1));
    run_chain(&by_row, &options, source, output);
}

// GPUs filter with fractions of 8 bits.
#define BILINEAR_TOLERANCE 1e-3

static void check_row(const struct chain *chain, int row, const struct image *source,
                      const struct image *expected)
{
    char text[CHAIN_TEXT_SIZE];
    struct image image;
    const struct effect_impl *impl = chain->steps[0].effect->impls[row];
    const struct effect_site site = site_of(chain, source);
    run_row(chain, row, source, &image);
    chain_print(chain, text, sizeof(text));
    const struct difference worst = compare_images(&image, expected);
    if (!(worst.most <= BILINEAR_TOLERANCE + effect_impl_error(impl, &site)))
        fail_msg("%s by %s, %dx%d: %g off at %d, %d", text, impl->name, source->width,
                 source->height, worst.most, worst.x, worst.y);
    image_finish(&image);
}

// Light of 0..1, so that what is off is off by a share of the largest.
static void make_even_image(int width, int height, struct image *image)
{
    uint64_t seed = 7;
    image_init(image, width, height, IMAGE_TYPE_F64);
    for (int i = 0; i < width * height * 4; i++)
        ((double *) image->texels)[i] = test_random(&seed);
}

static void check_corners(const struct effect *effect, int width, int height, int step)
{
    struct image source;
    make_even_image(width, height, &source);
    for (int corner = 0; corner < count_corners(effect->params); corner += step) {
        struct chain chain;
        struct image expected;
        make_corner(effect, corner, &chain);
        blur_by_reference(&chain, &source, &expected);
        for (int row = 0; effect->impls[row]; row++)
            if (fits(&chain, effect->impls[row], &source))
                check_row(&chain, row, &source, &expected);
        image_finish(&expected);
    }
    image_finish(&source);
}

TEST(rows_equal_the_reference_at_every_end)
{
    for (int i = 0; effects[i]; i++)
        if (effects[i]->blurs)
            check_corners(effects[i], 21, 14, count_corners(effects[i]->params) > 12 ? 5 : 1);
}

// ---- turns of loops

// Where sums begin anew at every texel, or at every few.
static const char *const long_walks[] = {
    "box:sigma=0.3:iterations=3",
    "box:radius=1:iterations=3",
    "dual:sigma=4",
    "pyramid:sigma=4",
};

static void check_flat(const char *text, int width, int height)
{
    struct image source;
    const struct chain chain = parse_chain(text);
    make_test_image(&source, TEST_IMAGE_CONSTANT, width, height);
    const struct effect_impl *const *impls = chain.steps[0].effect->impls;
    for (int row = 0; impls[row]; row++)
        if (fits(&chain, impls[row], &source))
            check_row(&chain, row, &source, &source);
    image_finish(&source);
}

TEST(no_light_is_lost_in_the_longest_pictures)
{
    for (size_t i = 0; i < sizeof(long_walks) / sizeof(long_walks[0]); i++) {
        check_flat(long_walks[i], gpu_fixture()->info.max_texture, 1);
        check_flat(long_walks[i], 1, gpu_fixture()->info.max_texture);
    }
}

// Just within what a software renderer gives a loop.
TEST(no_light_is_lost_in_the_longest_loops)
{
    check_flat("gaussian:radius=126", 9, 5);
    check_flat("box:radius=41:iterations=3", 9, 5);
    check_flat("box:radius=125", 9, 5);
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
