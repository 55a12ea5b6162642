// What is seen while sigma turns: in steps of 1 % no blur's picture jumps.

#include "tests/fixtures/blur_fixture.h"

#include <string.h>

enum { WIDTH = 120, HEIGHT = 72, POINT = 20 };

// Light and dark halves, and in the dark one a bright point: edges show a blur's shape, points
// where its taps lie.
static void make_picture(struct image *image)
{
    image_init(image, WIDTH, HEIGHT, IMAGE_TYPE_F64);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            for (int c = 0; c < 4; c++)
                image_at(image, x, y)[c] = x < WIDTH / 2 ? 1 : 0;
    for (int c = 0; c < 4; c++)
        image_at(image, 91, 33)[c] = POINT;
}

// The first of them states an error.
static const char *first_exact(const struct effect *effect)
{
    int i = 0;
    while (effect->impls[i]->error)
        i++;
    return effect->impls[i]->name;
}

// By its first exact implementation. `knobs` come after its name.
static void blur(const struct effect *effect, const char *knobs, double sigma,
                 const struct image *source, struct image *output)
{
    char text[64];
    snprintf(text, sizeof(text), "%s%s:sigma=%.6g", effect->name, knobs, sigma);
    run_blur(text, first_exact(effect), FORMAT_RGBA32F, source, output);
}

// What a step of an ideal Gaussian comes to: 0.0025 at an edge, and at a point 2 % of its peak. A
// blur made of few taps or whole texels has steps up to 3.8 times as large, a chain of 2x2 averages
// 4.3; where one construction gave way to another, Kawase's blur had 5.3.
static double bound_of(const struct effect *effect, double sigma)
{
    const double pi = 3.14159265358979, peak = POINT / (2 * pi * sigma * sigma);
    return (effect->baseline ? 5 : 4) * (0.0025 + 0.02 * peak);
}

static void sweep(const struct effect *effect, const char *knobs, double from, double to)
{
    struct image source, before, image;
    make_picture(&source);
    blur(effect, knobs, from, &source, &before);
    for (double sigma = from * 1.01; sigma < to; sigma *= 1.01) {
        blur(effect, knobs, sigma, &source, &image);
        const struct difference change = compare_images(&before, &image);
        if (change.most > bound_of(effect, sigma))
            fail_msg("%s%s: %.4g of light from sigma %.4g to %.4g, at %d, %d", effect->name, knobs,
                     change.most, sigma / 1.01, sigma, change.x, change.y);
        image_finish(&before);
        before = image;
    }
    image_finish(&before);
    image_finish(&source);
}

TEST(no_picture_jumps)
{
    for (int i = 0; effects[i]; i++)
        if (effects[i]->blurs)
            sweep(effects[i], "", 1.5, 60);
}

// Passes that are given stay as many while the working resolution changes.
TEST(given_passes_do_not_jump)
{
    sweep(&effect_kawase, ":passes=6", 6, 17);
    sweep(&effect_kawase, ":passes=9", 12, 30);
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
