// What the window shows of straight display values.

#include "render/image/srgb.h"
#include "render/present.h"
#include "tests/fixtures/gpu_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void make_texture(struct texture *texture, int width)
{
    const struct texture_desc desc = { .width = width, .height = 1, .format = FORMAT_RGBA8 };
    texture_init(texture, &desc);
}

// Over black, as light is mixed; what has no cover is light added to it, and is seen as it is.
static void translucent_texels_lie_over_black(void **state)
{
    (void) state;
    enum { COUNT = 5 };
    static const uint8_t texels[COUNT][4] = {
        { 200, 100, 30, 255 }, { 200, 100, 30, 128 }, { 200, 100, 30, 0 },
        { 255, 255, 255, 1 },  { 0, 7, 255, 254 },
    };
    struct image picture, shown;
    struct texture from, to;
    image_init(&picture, COUNT, 1, IMAGE_TYPE_U8);
    memcpy(picture.texels, texels, sizeof(texels));
    gpu_fixture();
    make_texture(&from, COUNT);
    make_texture(&to, COUNT);
    texture_upload(&from, &picture);
    present_draw(gpu_fixture(), &from, &to, COUNT, 1);
    texture_read(&to, IMAGE_TYPE_U8, &shown);
    for (int i = 0; i < 4 * COUNT; i++) {
        const uint8_t *texel = texels[i / 4];
        const double alpha = texel[3] > 0 ? texel[3] / 255.0 : 1;
        const double expected = 255 * srgb_encode(srgb_decode(texel[i % 4] / 255.0) * alpha);
        const int value = ((const uint8_t *) shown.texels)[i];
        assert_true(i % 4 == 3 ? value == 255 : fabs(value - expected) <= 0.51);
    }
    image_finish(&picture);
    image_finish(&shown);
    texture_finish(&from);
    texture_finish(&to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(translucent_texels_lie_over_black),
    };
    return run_gpu_tests(tests);
}
