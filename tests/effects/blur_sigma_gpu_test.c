// Blurs deliver the width that was asked for: the image of a point is measured on the GPU, averaged
// over the places where the point can lie. And what is seen while sigma turns: in steps of 1 % no
// blur's picture jumps.

#include "tests/fixtures/blur_fixture.h"

// ---- the image of a point

struct moments {
    double energy, variance; // sum, mean square of the distance from the point
};

// Up to 64 points in one row, each at another phase of a 64-texel grid: 16 places, 4 channels. The
// border goes on above and below, so a single row holds the profile along x.
enum { CHANNELS = 4 };

static int place_of(int place, int channel, int spacing)
{
    return place * spacing + spacing / 2 + channel;
}

static struct moments measure_points(const struct image *image, int places, int spacing)
{
    struct moments moments = { 0, 0 };
    for (int x = 0; x < image->width; x++)
        for (int c = 0; c < CHANNELS; c++) {
            const double value = image_at(image, x, 0)[c];
            const double distance = x - place_of(x / spacing, c, spacing);
            moments.energy += value / (places * CHANNELS);
            moments.variance += value * distance * distance / (places * CHANNELS);
        }
    moments.variance /= moments.energy;
    return moments;
}

// What is asked for up to 64, in steps of `percent`, and how far the width may be off. That every
// width between is met follows of the equations (tests/effects/sigma_test.c). The row of points is
// up to 15,000 texels long, where a float has hardly the 8 bits left that a bilinear fraction has:
// 0.3 % of the energy on an H200, 0.001 % on llvmpipe. Drivers that cut halves off instead of
// rounding them lose 0.3 % too.
static const struct sweep {
    const char *effect, *impl;
    enum texture_format format;
    int places;
    double from, percent;
    double tolerance, energy;
} sweeps[] = {
    { "dual", "fs_passes", FORMAT_RGBA32F, 16, 1, 17, 0.02, 4e-3 },
    { "kawase", "fs_passes", FORMAT_RGBA32F, 16, 1, 17, 0.02, 4e-3 },
    { "pyramid", "fs_passes", FORMAT_RGBA32F, 16, 1, 17, 0.02, 4e-3 },
    { "gaussian", "cs_multiresolution", FORMAT_RGBA32F, 2, 4, 4, 1e-3, 3e-4 },
    { "dual", "cs_passes", FORMAT_RGBA32F, 16, 1, 31, 0.02, 4e-3 },
    { "kawase", "cs_passes", FORMAT_RGBA32F, 16, 1, 31, 0.02, 4e-3 },
    { "pyramid", "cs_passes", FORMAT_RGBA32F, 16, 1, 31, 0.02, 4e-3 },
    { "pyramid:kernel=gauss5", "cs_passes", FORMAT_RGBA32F, 16, 1, 31, 0.02, 4e-3 },
    { "dual", "fs_passes", FORMAT_RGBA16F, 16, 1, 31, 0.03, 4e-3 },
    { "kawase", "fs_passes", FORMAT_RGBA16F, 16, 1, 31, 0.03, 4e-3 },
    { "pyramid", "fs_passes", FORMAT_RGBA16F, 16, 1, 31, 0.03, 4e-3 },
};

static double measure_sigma(const struct sweep *sweep, double asked)
{
    static const double light = 1000;
    const int spacing = 64 * (int) ceil((14 * asked + 64) / 64) + CHANNELS;
    char text[64];
    LOCAL_IMAGE source, image;
    snprintf(text, sizeof(text), "%s:sigma=%.9g", sweep->effect, asked);
    image_init(&source, sweep->places * spacing, 1, IMAGE_TYPE_F64);
    for (int i = 0; i < sweep->places * CHANNELS; i++)
        image_at(&source, place_of(i / CHANNELS, i % CHANNELS, spacing), 0)[i % CHANNELS] = light;
    run_blur(text, sweep->impl, sweep->format, &source, &image);
    const struct moments moments = measure_points(&image, sweep->places, spacing);
    if (!(fabs(moments.energy / light - 1) <= sweep->energy))
        fail_msg("%s by %s in %s: energy %g", text, sweep->impl, texture_format_name(sweep->format),
                 moments.energy / light);
    return sqrt(moments.variance);
}

TEST(sigma_is_what_was_asked_for_and_grows)
{
    for (size_t i = 0; i < sizeof(sweeps) / sizeof(sweeps[0]); i++) {
        const struct sweep *sweep = &sweeps[i];
        double before = 0;
        for (double asked = sweep->from; asked <= 64; asked *= 1 + sweep->percent / 100) {
            const double sigma = measure_sigma(sweep, asked);
            if (!(fabs(sigma / asked - 1) <= sweep->tolerance) || sigma <= before)
                fail_msg("%s:sigma=%g by %s gives %g, after %g", sweep->effect, asked, sweep->impl,
                         sigma, before);
            before = sigma;
        }
    }
}

// ---- what is seen while sigma turns

enum { WIDTH = 120, HEIGHT = 36, POINT = 20 };

// What a step of an ideal Gaussian comes to: 0.0025 at an edge, and at a point 2 % of its peak. A
// blur made of few taps or whole texels has steps up to 3.8 times as large, a chain of 2x2 averages
// 4.3; where one construction gave way to another, Kawase's blur had 5.3.
static double bound_of(const struct effect *effect, double sigma)
{
    const double pi = 3.14159265358979, peak = POINT / (2 * pi * sigma * sigma);
    return (effect->baseline ? 5 : 4) * (0.0025 + 0.02 * peak);
}

static void sweep(const struct effect *effect, const char *impl, const char *knobs, double from,
                  double to)
{
    LOCAL_IMAGE before = { 0 };
    LOCAL_IMAGE source;
    // Light and dark halves, and in the dark one a bright point: edges show a blur's shape, points
    // where its taps lie.
    image_init(&source, WIDTH, HEIGHT, IMAGE_TYPE_F64);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            for (int c = 0; c < 4; c++)
                image_at(&source, x, y)[c] = x < WIDTH / 2 ? 1 : 0;
    for (int c = 0; c < 4; c++)
        image_at(&source, 91, 17)[c] = POINT;
    for (double sigma = from; sigma < to; sigma *= 1.01) {
        char text[64];
        struct image image;
        snprintf(text, sizeof(text), "%s%s:sigma=%.6g", effect->name, knobs, sigma);
        run_blur(text, impl, FORMAT_RGBA32F, &source, &image);
        const struct difference change = compare_images(before.texels ? &before : &image, &image);
        if (change.most > bound_of(effect, sigma))
            fail_msg("%s%s: %.4g of light from sigma %.4g to %.4g, at %d, %d", effect->name, knobs,
                     change.most, sigma / 1.01, sigma, change.x, change.y);
        image_finish(&before);
        before = image;
    }
}

// The Gaussian by all its taps has no way to jump; dual, kawase and pyramid do not in their
// references (tests/effects/sigma_test.c).
TEST(no_picture_jumps)
{
    sweep(&effect_mips, "fs_passes", "", 1.5, 60);
    sweep(&effect_box, "cs_segmented", "", 1.5, 60);
    sweep(&effect_gaussian, "cs_multiresolution", "", 4, 60);
    // Passes that are given stay as many while the working resolution changes.
    sweep(&effect_kawase, "fs_passes", ":passes=6", 6, 17);
    sweep(&effect_kawase, "fs_passes", ":passes=9", 12, 30);
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
