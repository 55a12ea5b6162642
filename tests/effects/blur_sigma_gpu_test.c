// Blurs deliver the width that was asked for: the image of a point is measured on the GPU, averaged
// over the places where the point can lie.

#include "tests/fixtures/blur_fixture.h"

struct moments {
    double energy, variance; // sum, mean square of the distance from the point
};

// 64 points in one row, each at another phase of a 64-texel grid: 16 places, 4 channels. The
// border goes on above and below, so a single row holds the profile along x.
enum { PLACES = 16, CHANNELS = 4 };

// The row is up to 15,000 texels long, where a float has hardly the 8 bits left that a bilinear
// fraction has: 0.3 % on an H200, 0.001 % on llvmpipe. Drivers that cut halves off instead of
// rounding them lose 0.3 % too.
#define STRIP_ENERGY_TOLERANCE 4e-3

static int spacing_for(double sigma)
{
    return 64 * (int) ceil((14 * sigma + 64) / 64) + CHANNELS;
}

static int place_of(int place, int channel, int spacing)
{
    return place * spacing + spacing / 2 + channel;
}

static void make_points(struct image *image, int spacing, double light)
{
    image_init(image, PLACES * spacing, 1, IMAGE_TYPE_F64);
    for (int i = 0; i < PLACES; i++)
        for (int c = 0; c < CHANNELS; c++)
            image_at(image, place_of(i, c, spacing), 0)[c] = light;
}

static struct moments measure_points(const struct image *image, int spacing)
{
    struct moments moments = { 0, 0 };
    for (int x = 0; x < image->width; x++)
        for (int c = 0; c < CHANNELS; c++) {
            const double value = image_at(image, x, 0)[c];
            const double distance = x - place_of(x / spacing, c, spacing);
            moments.energy += value / (PLACES * CHANNELS);
            moments.variance += value * distance * distance / (PLACES * CHANNELS);
        }
    moments.variance /= moments.energy;
    return moments;
}

static double measure_sigma(const char *effect, const char *row, double asked,
                            enum texture_format format)
{
    const double light = 1000;
    const int spacing = spacing_for(asked);
    char text[64];
    struct image source, image;
    snprintf(text, sizeof(text), "%s:sigma=%.9g", effect, asked);
    make_points(&source, spacing, light);
    run_blur(text, row, format, &source, &image);
    const struct moments moments = measure_points(&image, spacing);
    image_finish(&source);
    image_finish(&image);
    if (fabs(moments.energy / light - 1) > STRIP_ENERGY_TOLERANCE)
        fail_msg("%s in %s: energy %g", text, texture_format_name(format), moments.energy / light);
    return sqrt(moments.variance);
}

// In steps of a tenth of a pixel it also never falls.
TEST(sigma_is_what_was_asked_for)
{
    static const char *const effects_tested[] = { "dual", "kawase", "pyramid" };
    for (int i = 0; i < 3; i++) {
        double before = 0;
        for (int tenths = 10; tenths <= 640; tenths++) {
            const double asked = tenths / 10.0;
            const double sigma =
                measure_sigma(effects_tested[i], "fs_passes", asked, FORMAT_RGBA32F);
            if (fabs(sigma / asked - 1) > 0.02 || sigma <= before)
                fail_msg("%s:sigma=%g gives %g, after %g", effects_tested[i], asked, sigma, before);
            before = sigma;
        }
    }
}

TEST(sigma_holds_in_half_floats_and_in_compute)
{
    static const char *const effects_tested[] = { "dual", "kawase", "pyramid" };
    for (int i = 0; i < 3; i++)
        for (double asked = 1; asked <= 64; asked *= 1.31) {
            const double compute =
                measure_sigma(effects_tested[i], "cs_passes", asked, FORMAT_RGBA32F);
            const double half =
                measure_sigma(effects_tested[i], "fs_passes", asked, FORMAT_RGBA16F);
            assert_near(compute, asked, 0.02 * asked);
            assert_near(half, asked, 0.03 * asked);
        }
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
