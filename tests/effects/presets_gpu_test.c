// Presets work and look alike at every size. tests/pictures has what they look like.

#include "app/edit/preset.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "effects/pointwise/pointwise.h"
#include "effects/step_file.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/scene_fixture.h"

static struct chain read_chain(const char *preset)
{
    struct chain chain;
    if (!preset_read_chain(&chain, preset, NULL, NULL, &error))
        fail_msg("%s: %s", preset, error.text);
    return chain;
}

static bool convolves(const struct chain *chain)
{
    for (int i = 0; i < chain->count; i++)
        if (chain->steps[i].effect == &effect_convolve)
            return true;
    return false;
}

// A length in per cent of the height is in range at the lowest picture and at the highest, but that
// of a kernel, which ends at 1024 px, at the highest of 4K.
TEST(presets_work_at_every_height)
{
    for (int i = 0; i < 2 * preset_count(); i++) {
        const char *name = preset_name(i / 2);
        const struct chain chain = read_chain(name);
        const int highest = convolves(&chain) ? 2160 : 16384;
        const struct plan_options options = { .width = 64, .height = i % 2 ? highest : 1 };
        struct plan plan;
        if (!plan_without_programs(&plan, &chain, &options, &error))
            fail_msg("%s at 64x%d: %s", name, options.height, error.text);
    }
}

// Lights as large as a tenth of the height, so that the smaller picture is sharp enough for them.
static struct image make_lights(int width, int height)
{
    static const double lights[][4] = { { 0.3, 0.4, 0.05, 6 },
                                        { 0.7, 0.6, 0.04, 12 },
                                        { 0.5, 0.2, 0.08, 1.5 },
                                        { 0.9, 0.8, 0.1, 0.8 } };
    struct image image = new_image(width, height, IMAGE_TYPE_F64);
    for_each_place(x, y, width, height)
        for (int i = 0; i < 4; i++) {
            double *color = image_at(&image, x, y);
            const double across = ((x + 0.5) / width - lights[i][0]) * width / height;
            const double down = (y + 0.5) / height - lights[i][1];
            const double far = (across * across + down * down) / (2 * lights[i][2] * lights[i][2]);
            for (int c = 0; c < 3; c++)
                color[c] += 0.01 + lights[i][3] * exp(-far) / (1 + (c + i) % 3);
            color[3] = 1;
        }
    return image;
}

// In display values.
static double decibels(const struct image *small, const struct image *large)
{
    double squares = 0;
    for_each_place(x, y, small->width, small->height)
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int i = 0; i < 16; i++)
                sum += image_at(large, 4 * x + i % 4, 4 * y + i / 4)[c] / 16;
            const double off = image_at(small, x, y)[c] - sum;
            squares += off * off / (3 * small->width * small->height);
        }
    return -10 * log10(squares);
}

// A preset without what works on pixels, at 160x90 and at four times that size.
TEST(presets_look_alike_at_every_size)
{
    for (int i = 0; i < preset_count(); i++) {
        struct chain chain = read_chain(preset_name(i));
        if (!test_runs_row(i, preset_count(), preset_count() / 2)) // golden pictures draw each
            continue;
        for (int j = 0; j < chain.count; j++)
            chain.steps[j].off |= chain.steps[j].effect == &effect_dither ||
                                  chain.steps[j].effect == &effect_error_diffusion;
        LOCAL_IMAGE source = make_lights(160, 90);
        LOCAL_IMAGE small = run_chain(&chain, &in_halves, &source);
        image_finish(&source);
        source = make_lights(640, 360);
        LOCAL_IMAGE large = run_chain(&chain, &in_halves, &source);
        // `glow` shows six times its halo, and so six times what sizes change: 49.9 dB with once.
        const double least = strcmp(preset_name(i), "glow") == 0 ? 36 : 42;
        if (decibels(&small, &large) < least)
            fail_msg("%s: %.1f dB", preset_name(i), decibels(&small, &large));
    }
}

// A step to one of a palette's colours.
static bool has_palette(const struct chain *chain)
{
    const struct chain_step *last = &chain->steps[chain->count - 1];
    if (chain->count == 0)
        return false;
    if (last->effect == &effect_error_diffusion)
        return step_file_is_given(((const struct error_diffusion_params *) last->params)->palette);
    return last->effect == &effect_dither &&
           step_file_is_given(((const struct dither_params *) last->params)->palette);
}

// Next to nothing of light, in black, is a dot here and there: of a palette the next colour is far.
// Beside the bodies is nothing but the background and what little light spreads.
TEST(few_colours_have_a_plain_background)
{
    enum { WIDTH = 240, HEIGHT = 135, MARGIN = WIDTH / 20 };
    const struct scene_shot shot = { "icosahedra:arrangement=grid:radius=0.2:emitters=1", WIDTH,
                                     HEIGHT, .time = 1.5, .samples = 4 };
    LOCAL_IMAGE source = shoot_scene(&shot);
    for (int i = 0; i < preset_count(); i++) {
        const struct chain chain = read_chain(preset_name(i));
        if (!has_palette(&chain))
            continue;
        LOCAL_IMAGE image = run_chain(&chain, &in_halves, &source);
        for_each_place(x, y, 2 * MARGIN, HEIGHT) {
            if (memcmp(image_at(&image, x < MARGIN ? x : WIDTH - 1 - x % MARGIN, y), image.texels,
                       4 * sizeof(double)) != 0)
                fail_msg("%s: a dot in the background, row %d", preset_name(i), y);
        }
    }
}
