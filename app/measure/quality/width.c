#include "app/measure/quality/width.h"

#include <math.h>
#include <string.h>

// Filters that decimate treat even and odd texels differently, so a point stands in every place of
// a grid of 64 texels in turn, four a channel in each of four pictures.
enum { GRID = 64, PICTURES = 4, PLACES = GRID / PICTURES / DRAWING_POINTS };

// Pictures are one texel high or wide: border texels go on forever, so this measures the profile of
// the blur at little cost.
struct strip {
    bool down;
    int spacing, shift; // place n of a channel is at n * spacing + spacing / 2 + shift + channel
};

static double *strip_at(const struct strip *strip, const struct image *image, int at)
{
    return image_at(image, strip->down ? 0 : at, strip->down ? at : 0);
}

static int strip_place(const struct strip *strip, int place, int channel)
{
    return place * strip->spacing + strip->spacing / 2 + strip->shift + channel;
}

static void light_strip(const struct strip *strip, struct image *image)
{
    const int length = PLACES * strip->spacing;
    image_init(image, strip->down ? 1 : length, strip->down ? length : 1, IMAGE_TYPE_F64);
    for (int place = 0; place < PLACES; place++)
        for (int c = 0; c < DRAWING_POINTS; c++)
            strip_at(strip, image, strip_place(strip, place, c))[c] = 1;
}

// Adds what lies around every point, moved into the middle of `profile`.
static void add_profiles(const struct strip *strip, const struct image *image,
                         struct image *profile)
{
    const int middle = profile->width / 2;
    for (int place = 0; place < PLACES; place++)
        for (int c = 0; c < DRAWING_POINTS; c++)
            for (int i = 0; i < profile->width; i++) {
                const int at = strip_place(strip, place, c) + i - middle;
                image_at(profile, i, 0)[0] += strip_at(strip, image, at)[c] / GRID;
            }
}

// Makes the mean profile along one axis, in a row of texels.
static bool measure_profile(const struct drawing *drawing, const struct chain *chain,
                            struct strip strip, struct image *profile, struct error *error)
{
    bool drawn = true;
    image_init(profile, strip.spacing - GRID, 1, IMAGE_TYPE_F64);
    for (int i = 0; i < PICTURES && drawn; i++) {
        struct image source, output;
        strip.shift = i * GRID / PICTURES - GRID / 2;
        light_strip(&strip, &source);
        drawn = drawing_run(drawing, chain, true, &source, &output, error);
        if (drawn) {
            add_profiles(&strip, &output, profile);
            image_finish(&output);
        }
        image_finish(&source);
    }
    return drawn;
}

bool width_moments(const struct drawing *drawing, const struct chain *chain, double sigma,
                   bool down, struct metrics_moments *moments, struct error *error)
{
    struct image profile;
    const struct strip strip = {
        .down = down,
        .spacing = GRID * (int) ceil((14 * sigma + 2 * GRID) / GRID) + DRAWING_POINTS,
    };
    const bool measured = measure_profile(drawing, chain, strip, &profile, error);
    *moments = metrics_moments(&profile, profile.width / 2, 0);
    image_finish(&profile);
    return measured;
}

bool width_is_by_hand(const struct chain_step *step, int height)
{
    static const char words[] = "sigma is";
    char remark[EFFECT_WHY_SIZE] = "";
    if (step->effect->remark)
        step->effect->remark(step->params, height, remark);
    return strncmp(remark, words, strlen(words)) == 0;
}
