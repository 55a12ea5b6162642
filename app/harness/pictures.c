#include "app/harness/harness.h"
#include "app/measure/quality/quality.h"
#include "effects/reference/reference.h"
#include "render/text/chance.h"

#include <math.h>
#include <string.h>

// ---- painters: each writes four channels to `texel`, alpha last

// Returns a random brightness. The texels of a blur are about equally bright, so that a bright one
// does not hide errors of others. For effects on single texels some light is near the largest
// possible value, and display values reach both ends.
static double random_gain(const struct effect *effect, uint64_t *seed)
{
    static const double few = 1.0 / 16, bright = 16000, usual = 4;
    const double share = chance_share(seed);
    if (effect->colour == COLOUR_DISPLAY)
        return share < few ? 0 : share > 1 - few ? 1e6 : 1;
    return !effect->pointwise ? 1 : usual * chance_share(seed) * (share < few ? bright : 1);
}

static void paint_noise(const struct effect *effect, uint64_t *seed, double *texel)
{
    const bool is_display = effect->colour == COLOUR_DISPLAY;
    const double gain = random_gain(effect, seed);
    texel[3] = chance_share(seed) < 0.5 ? 1 : chance_share(seed);
    for (int c = 0; c < 3; c++)
        texel[c] =
            fmin((is_display ? 1 : texel[3]) * gain * chance_share(seed), is_display ? 1 : 65504);
}

static void paint_ends(uint64_t *seed, double *texel)
{
    for (int c = 0; c < 4; c++) {
        const double share = chance_share(seed);
        texel[c] = share < 0.3 ? 0 : share < 0.6 ? -65504 : 65504;
    }
}

// Points at every position in cells of 2, 4 or 8 texels, a single point, and edges at every phase.
static void paint_points(int x, int y, double *texel)
{
    texel[0] = x % 9 == 3 && y % 11 == 5 ? 100 : 0;
    texel[1] = x == 21 && y == 14 ? 65504 : 0;
    texel[2] = 8 * (x - 30) > y - 17 ? 1 : 0;
    texel[3] = 8 * (y - 17) > x - 30 ? 0 : 1;
}

static void paint_squares(int x, int y, uint64_t *seed, double *texel)
{
    texel[0] = (x + y) % 2;
    texel[1] = (x / 5 + y / 5) % 2;
    texel[2] = x % 2;
    texel[3] = chance_share(seed) < 0.5 ? 0 : 1;
}

static void paint_smooth(int x, int y, uint64_t *seed, double *texel)
{
    for (int c = 0; c < 3; c++) {
        const double wave = 0.5 + 0.5 * sin(0.01 * (x * (c + 1) + y * (3 - c)));
        texel[c] = fmax(0.9 * wave + 0.15 * chance_share(seed) - 0.02, 0);
    }
    texel[3] = 1;
}

static void paint_areas(int x, int y, double *texel)
{
    enum { AREA = 12 };
    static const double values[] = { 0, 1.0 / 3, 1 };
    const int across = x / AREA % 9, down = y / AREA % 3;
    texel[0] = values[across % 3];
    texel[1] = values[across / 3];
    texel[2] = values[down];
    texel[3] = 1;
}

void harness_picture_make(struct gpu *gpu, const struct harness_setting *setting,
                          struct image *image)
{
    const struct effect *effect = setting->chain.steps[setting->step].effect;
    const int *size = setting->size;
    struct image picture;
    uint64_t seed = 5;
    image_init(&picture, size[0], size[1], IMAGE_TYPE_F64);
    for (int i = 0; i < size[0] * size[1]; i++) {
        double *texel = (double *) picture.texels + 4 * i;
        const int x = i % size[0], y = i / size[0];
        switch (setting->picture) {
        case HARNESS_NOISE:
            paint_noise(effect, &seed, texel);
            break;
        case HARNESS_FLAT:
            memcpy(texel, (const double[]){ 0.5, 0.5, 0.5, 1 }, 4 * sizeof(double));
            break;
        case HARNESS_ENDS:
            paint_ends(&seed, texel);
            break;
        case HARNESS_POINTS:
            paint_points(x, y, texel);
            break;
        case HARNESS_SQUARES:
            paint_squares(x, y, &seed, texel);
            break;
        case HARNESS_SMOOTH:
            paint_smooth(x, y, &seed, texel);
            break;
        case HARNESS_AREAS:
            paint_areas(x, y, texel);
            break;
        }
    }
    drawing_round(gpu, setting->format, &picture, image);
    image_finish(&picture);
}

// Parses the chain that a shader file declares in `same-as`.
static struct chain expected_chain(const struct harness_setting *setting)
{
    const struct chain *chain = &setting->chain;
    const struct chain_step *step = &chain->steps[setting->step];
    struct chain same, expected = *chain;
    struct error error;
    if (!step->effect->file.same_as ||
        !chain_parse(&same, step->effect->file.same_as, NULL, &error))
        return expected;
    expected.count = setting->step;
    for (int i = 0; i < same.count; i++) {
        same.steps[i].roi = step->roi;
        expected.steps[expected.count++] = same.steps[i];
    }
    for (int i = setting->step + 1; i < chain->count; i++)
        expected.steps[expected.count++] = chain->steps[i];
    return expected;
}

void harness_picture_expect(const struct harness_setting *setting, const struct image *source,
                            struct image *expected)
{
    const struct chain chain = expected_chain(setting);
    reference_run_chain(&chain, source, setting->depth, setting->frame, expected);
}
