#include "render/image/srgb.h"
#include "render/paint/paint.h"
#include "render/paint/thumbnail.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/local_image.h"

// A small picture has the light of the large one.

static void assert_texel(const struct image *image, int x, int y, int value, int alpha)
{
    const uint8_t *at = byte_texel(image, x, y);
    if (abs(at[0] - value) > 1 || abs(at[3] - alpha) > 1)
        fail_msg("%d, %d is %d alpha %d, not %d alpha %d", x, y, at[0], at[3], value, alpha);
}

// A checkerboard becomes the grey of half its light, display value 188 and not 128.
TEST(light_is_averaged)
{
    LOCAL_IMAGE small;
    LOCAL_IMAGE board = new_image(64, 32, IMAGE_TYPE_U8);
    paint_fill(&board, (struct paint_area){ 0, 0, 64, 32 }, (struct paint){ 0, 0, 0, 255 });
    for (int y = 0; y < 32; y++)
        for (int x = y % 2; x < 64; x += 2)
            paint_fill(&board, (struct paint_area){ x, y, 1, 1 },
                       (struct paint){ 255, 255, 255, 255 });
    thumbnail_make(&board, 16, 8, &small);
    for_each_place(x, y, 16, 8)
        assert_texel(&small, x, y, (int) lround(srgb_encode(0.5) * 255), 255);
}

// A transparent texel has no say in the colour: no dark rims.
TEST(alpha_weighs_colours)
{
    LOCAL_IMAGE small;
    LOCAL_IMAGE image = new_image(4, 4, IMAGE_TYPE_U8);
    paint_fill(&image, (struct paint_area){ 0, 0, 1, 4 }, (struct paint){ 200, 200, 200, 255 });
    paint_fill(&image, (struct paint_area){ 2, 0, 1, 4 }, (struct paint){ 100, 100, 100, 255 });
    paint_fill(&image, (struct paint_area){ 3, 0, 1, 4 }, (struct paint){ 240, 240, 240, 51 });
    thumbnail_make(&image, 2, 2, &small);
    assert_texel(&small, 0, 0, 200, 128);
    const double light = (srgb_decode(100 / 255.0) + 0.2 * srgb_decode(240 / 255.0)) / 1.2;
    assert_texel(&small, 1, 1, (int) lround(srgb_encode(light) * 255), 153);
}

TEST(sizes_keep_their_shape)
{
    for_each_case(one, "thumbnails.txt") {
        int width, height;
        assert_scanned(2, one.text, "%dx%d", &width, &height);
        thumbnail_fit(480, 480, &width, &height);
        assert_string_equal(formatted("%dx%d", width, height), one.expected);
    }
}

// At its own size it is the same, to the bit; and odd sizes keep the mean of an even picture.
TEST(same_and_odd_sizes)
{
    struct image same;
    LOCAL_IMAGE image = new_image(37, 23, IMAGE_TYPE_U8);
    fill_bytes(&image, i, i * 97 % 251);
    thumbnail_make(&image, 37, 23, &same);
    assert_same_image(&image, &same);
    image_finish(&same);
    paint_fill(&image, (struct paint_area){ 0, 0, 37, 23 }, (struct paint){ 77, 77, 77, 255 });
    for (int width = 1; width < 37; width += 5) {
        thumbnail_make(&image, width, 23 - width / 2, &same);
        for (int x = 0; x < width; x++)
            assert_texel(&same, x, 0, 77, 255);
        image_finish(&same);
    }
}
