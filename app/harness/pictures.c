#include "app/harness/harness.h"
#include "app/measure/quality/quality.h"
#include "effects/reference/reference.h"
#include "render/text/chance.h"

#include <math.h>

// Writes four channels of a texel, alpha last.
static void paint(const struct harness_setting *setting, int x, int y, uint64_t *seed,
                  double texel[4])
{
    enum { AREA = 12 };
    static const double areas[] = { 0, 1.0 / 3, 1 };
    static const double few = 1.0 / 16, bright = 16000, usual = 4;
    const struct effect *effect = setting->chain.steps[setting->step].effect;
    const bool is_display = effect->colour == COLOUR_DISPLAY;
    double gain = 1, share;
    texel[3] = 1;
    switch (setting->picture) {
    case HARNESS_NOISE:
        // The texels of a blur are about equally bright, so that a bright one does not hide errors
        // of others. For effects on single texels some light is near the largest possible value,
        // and display values reach both ends.
        share = chance_share(seed);
        if (is_display)
            gain = share < few ? 0 : share > 1 - few ? 1e6 : 1;
        else if (effect->pointwise)
            gain = usual * chance_share(seed) * (share < few ? bright : 1);
        texel[3] = chance_share(seed) < 0.5 ? 1 : chance_share(seed);
        for (int c = 0; c < 3; c++)
            texel[c] = fmin((is_display ? 1 : texel[3]) * gain * chance_share(seed),
                            is_display ? 1 : 65504);
        break;
    case HARNESS_FLAT:
        texel[0] = texel[1] = texel[2] = 0.5;
        break;
    case HARNESS_ENDS:
        for (int c = 0; c < 4; c++) {
            share = chance_share(seed);
            texel[c] = share < 0.3 ? 0 : share < 0.6 ? -65504 : 65504;
        }
        break;
    case HARNESS_POINTS: // at every position in cells of 2, 4 or 8 texels; edges at every phase
        texel[0] = x % 9 == 3 && y % 11 == 5 ? 100 : 0;
        texel[1] = x == 21 && y == 14 ? 65504 : 0;
        texel[2] = 8 * (x - 30) > y - 17 ? 1 : 0;
        texel[3] = 8 * (y - 17) > x - 30 ? 0 : 1;
        break;
    case HARNESS_SQUARES:
        texel[0] = (x + y) % 2;
        texel[1] = (x / 5 + y / 5) % 2;
        texel[2] = x % 2;
        texel[3] = chance_share(seed) < 0.5 ? 0 : 1;
        break;
    case HARNESS_SMOOTH:
        for (int c = 0; c < 3; c++) {
            const double wave = 0.5 + 0.5 * sin(0.01 * (x * (c + 1) + y * (3 - c)));
            texel[c] = fmax(0.9 * wave + 0.15 * chance_share(seed) - 0.02, 0);
        }
        break;
    case HARNESS_AREAS:
        texel[0] = areas[x / AREA % 3];
        texel[1] = areas[x / AREA % 9 / 3];
        texel[2] = areas[y / AREA % 3];
        break;
    }
}

void harness_picture_make(struct gpu *gpu, const struct harness_setting *setting,
                          struct image *image)
{
    struct image picture;
    uint64_t seed = 5;
    image_init(&picture, setting->size[0], setting->size[1], IMAGE_TYPE_F64);
    for (int y = 0; y < picture.height; y++)
        for (int x = 0; x < picture.width; x++)
            paint(setting, x, y, &seed, image_at(&picture, x, y));
    drawing_round(gpu, setting->format, &picture, image);
    image_finish(&picture);
}

void harness_picture_expect(const struct harness_setting *setting, const struct image *source,
                            struct image *expected)
{
    const struct chain *chain = &setting->chain;
    const struct chain_step *step = &chain->steps[setting->step];
    struct chain same, whole = *chain;
    struct error error;
    if (step->effect->file.same_as) {
        chain_parse(&same, step->effect->file.same_as, NULL, &error);
        whole.count = setting->step;
        for (int i = 0; i < same.count; i++) {
            same.steps[i].roi = step->roi;
            whole.steps[whole.count++] = same.steps[i];
        }
        for (int i = setting->step + 1; i < chain->count; i++)
            whole.steps[whole.count++] = chain->steps[i];
    }
    reference_run_chain(&whole, source, setting->depth, setting->frame, expected);
}
