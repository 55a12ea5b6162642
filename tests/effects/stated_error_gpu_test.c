// What implementations state to differ by, on pictures that bring it out: no texel of any is
// further off.

#include "effects/reference/tolerance.h"
#include "tests/fixtures/blur_fixture.h"

// ---- pictures of light from 0 to 1, and brighter

enum { POINTS, POINT, EDGES, LEVEL_EDGES, TEXELS, SQUARES, COLUMNS, NOISE, HALVES, PICTURES };

static double light_at(int picture, int x, int y)
{
    uint64_t seed = (uint64_t) (1000 * y + x);
    switch (picture) {
    case POINTS: // in every place among texels that are 2, 4 or 8
        return x % 9 == 3 && y % 11 == 5 ? 100 : 0;
    case POINT:
        return x == 21 && y == 14 ? 65504 : 0;
    case EDGES: // at every phase
        return 8 * (x - 30) > y - 17 ? 1 : 0;
    case LEVEL_EDGES:
        return 8 * (y - 17) > x - 30 ? 0 : 1;
    case TEXELS:
        return (x + y) % 2;
    case SQUARES:
        return (x / 5 + y / 5) % 2;
    case COLUMNS:
        return x % 2;
    case NOISE:
        return chance_share(&seed) < 0.5 ? 0 : 1;
    default: // HALVES: between two, nearer to the one below, as is the mean of a line
        return (x + y) % 2 ? 1 + 2.98 / 2048 : 1 + 0.98 / 2048;
    }
}

// Another picture in each channel.
static struct image paint(int first, int width, int height)
{
    struct image image = new_image(width, height, IMAGE_TYPE_F64);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int c = 0; c < 4; c++)
                image_at(&image, x, y)[c] = light_at((first + c) % PICTURES, x, y);
    return image;
}

// ---- what is off

struct trial {
    const char *text;
    int width, height;
    enum texture_format format;
};

// The most in each channel, as a share of the brightest texel there.
static void measure(const struct trial *trial, const char *impl, const struct image *source,
                    const struct image *expected, double most[4])
{
    double brightest[4] = { 0 };
    memset(most, 0, 4 * sizeof(double));
    LOCAL_IMAGE image = run_blur(trial->text, impl, trial->format, source);
    for (int y = 0; y < trial->height; y++)
        for (int x = 0; x < trial->width; x++)
            for (int c = 0; c < 4; c++) {
                const double off = image_at(&image, x, y)[c] - image_at(expected, x, y)[c];
                most[c] = fmax(most[c], fabs(off));
                brightest[c] = fmax(brightest[c], image_at(source, x, y)[c]);
            }
    for (int c = 0; c < 4; c++)
        most[c] /= fmax(brightest[c], 1e-30);
}

// Wide kernels of taps take longer to compile than all else to run, and are the same program.
static bool is_worth_running(const struct effect_impl *impl, const struct effect_site *site)
{
    char why[EFFECT_WHY_SIZE];
    struct cost cost = { 0 };
    const double stated = effect_impl_error(impl, site);
    impl->cost(site, &cost);
    const double reads = cost.texels + cost.bilinear + cost.shared;
    return impl->error && stated < 1 && effect_impl_fits(impl, site, why) &&
           reads < 200.0 * site->width * site->height;
}

static void check_impl(const struct trial *trial, const struct chain *chain,
                       const struct effect_impl *impl, int first, const struct image *source,
                       const struct image *expected)
{
    double most[4];
    const struct effect_site site = site_of(chain, trial->width, trial->height, trial->format);
    if (!is_worth_running(impl, &site))
        return;
    const struct reference_tolerance tolerance =
        reference_tolerance_of(chain->steps[0].effect, impl, &site, true);
    measure(trial, impl->name, source, expected, most);
    for (int c = 0; c < 4; c++)
        if (!(most[c] <= tolerance.of_largest))
            fail_msg("%s by %s, %dx%d in %s, picture %d: it states %g, and %g is off", trial->text,
                     impl->name, trial->width, trial->height, texture_format_name(trial->format),
                     (first + c) % PICTURES, effect_impl_error(impl, &site), most[c]);
}

static void check_trial(const struct trial *trial)
{
    const struct chain chain = parse_chain(trial->text);
    for (int first = 0; first < PICTURES; first += 4) {
        LOCAL_IMAGE source = paint(first, trial->width, trial->height);
        LOCAL_IMAGE expected = run_reference(trial->text, &source);
        for (int i = 0; chain.steps[0].effect->impls[i]; i++)
            check_impl(trial, &chain, chain.steps[0].effect->impls[i], first, &source, &expected);
    }
}

TEST(no_texel_is_further_off)
{
    static const struct trial trials[] = {
        { "gaussian:sigma=1.1", 61, 35, FORMAT_RGBA32F },
        { "gaussian:sigma=3:edge=zero", 35, 61, FORMAT_RGBA16F },
        { "gaussian:sigma=4", 61, 35, FORMAT_RGBA32F },
        { "gaussian:sigma=5:edge=mirror", 67, 41, FORMAT_RGBA32F },
        { "gaussian:sigma=5.3:edge=zero", 61, 35, FORMAT_RGBA16F },
        { "gaussian:sigma=9:weights=erf", 3, 50, FORMAT_RGBA32F },
        { "gaussian:sigma=24:edge=mirror", 50, 33, FORMAT_RGBA32F },
        { "gaussian:sigma=40:reach=2.5:edge=zero", 33, 33, FORMAT_RGBA32F },
        { "gaussian:sigma=64", 31, 24, FORMAT_RGBA32F },
        { "gaussian:sigma=64:edge=mirror", 1, 1, FORMAT_RGBA16F },
        { "box:sigma=1.2", 61, 35, FORMAT_RGBA32F },
        { "box:radius=9:edge=mirror", 35, 61, FORMAT_RGBA32F },
        { "box:sigma=4.3:iterations=3:edge=zero", 61, 35, FORMAT_RGBA16F },
    };
    for (size_t i = 0; i < sizeof(trials) / sizeof(trials[0]); i++)
        if (test_takes((int) i, 2))
            check_trial(&trials[i]);
}

// Texels and means lie as far between two halves as can be.
TEST(halves_are_off_by_all_that_is_stated)
{
    const struct trial trial = { "gaussian:sigma=9", 128, 64, FORMAT_RGBA32F };
    const struct chain chain = parse_chain(trial.text);
    const struct effect_impl *impl = effect_impl_find(chain.steps[0].effect, "cs_packed");
    struct effect_site site = site_of(&chain, trial.width, trial.height, trial.format);
    double most[4];
    LOCAL_IMAGE source = paint(HALVES, trial.width, trial.height);
    LOCAL_IMAGE expected = run_reference(trial.text, &source);
    measure(&trial, impl->name, &source, &expected, most);
    assert_true(most[0] > 0.9 * effect_impl_error(impl, &site));
    site.format = FORMAT_RGBA16F;
    assert_true(effect_impl_error(impl, &site) == 0);
}
