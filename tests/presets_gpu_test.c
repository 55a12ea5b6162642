// Every preset makes the picture that was looked at once: tests/pictures/<preset>.png.

#include "app/lab.h"
#include "app/preset.h"
#include "effects/error_diffusion.h"
#include "effects/pointwise.h"
#include "tests/chain_fixture.h"
#include "tests/picture.h"

#include <string.h>

enum { WIDTH = 480, HEIGHT = 270 };

static const double moment = 1.5; // seconds

// What edges may do on another GPU: coverage at the border of a face, a threshold of the dither.
static const struct picture limits = { .tolerance = 3, .share = 0.02 };

// Few colours make a whole step of every pixel that falls the other way, and diffused errors
// another pattern after it; what squares of a pattern's size hold on the whole stays.
static const struct picture coarse_limits = { .tolerance = 12, .block = 8, .share = 0.01 };

static struct chain read_chain(const char *preset)
{
    struct chain chain;
    struct error error;
    if (!preset_read_chain(&chain, preset, NULL, NULL, &error))
        fail_msg("%s: %s", preset, error.text);
    return chain;
}

static bool is_coarse(const struct chain *chain)
{
    for (int i = 0; i < chain->count; i++) {
        if (chain->steps[i].effect == &effect_error_diffusion)
            return true;
        const struct dither_params *p = (const void *) chain->steps[i].params;
        if (chain->steps[i].effect != &effect_dither)
            continue;
        if (strcmp(p->palette, "none") != 0 || (p->bits >= 1 && p->bits < 8))
            return true;
    }
    return false;
}

static struct image shoot(const struct chain *chain)
{
    struct lab lab;
    struct error error;
    struct image shot;
    struct options options = {
        .chain = *chain,
        .width = WIDTH,
        .height = HEIGHT,
        .samples = -1,
        .scene_scale = 1,
        .profile = PROFILE_OFF,
        .depth = 8,
    };
    if (!scene_parse(&options.scene, "icosahedra", &error) ||
        !lab_init(&lab, &options, false, &error))
        fail_msg("%s", error.text);
    lab_draw(&lab, moment);
    texture_read(&lab.side.output, IMAGE_TYPE_U8, &shot);
    lab_finish(&lab);
    return shot;
}

static void presets_look_as_they_did(void **state)
{
    (void) state;
    int wrong = 0;
    for (int i = 0; i < preset_count(); i++) {
        const struct chain chain = read_chain(preset_name(i));
        struct picture picture = is_coarse(&chain) ? coarse_limits : limits;
        struct image shot = shoot(&chain);
        picture.name = preset_name(i);
        wrong += !picture_matches(&picture, &shot);
        image_finish(&shot);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_look_as_they_did),
    };
    return run_gpu_tests(tests);
}
