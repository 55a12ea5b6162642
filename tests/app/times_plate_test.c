#include "app/picture/capture.h"
#include "render/image/srgb.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/local_image.h"

// The plate of times keeps to its corner, on every picture, and to the panel's contrast.

static struct paint_area draw(struct image *image, int width, int height, int count,
                              const char *line)
{
    static struct font *font;
    char text[4096] = "";
    if (!font)
        font = font_open(NULL, &error);
    assert_non_null(font);
    struct paint_area area;
    *image = new_image(width, height, IMAGE_TYPE_U8);
    memset(image->texels, 255, image_bytes(image));
    for (int i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s\n", line);
    assert_true(capture_draw_text(image, font, text, &area, &error));
    return area;
}

static bool is_in(const struct paint_area *area, int x, int y)
{
    return x >= area->x && x < area->x + area->width && y >= area->y && y < area->y + area->height;
}

TEST(test_stays_in_its_corner)
{
    static const struct {
        int width, height, lines;
        const char *line;
    } cases[] = {
        { 320, 180, 64, "composite + tonemap + dither" },
        { 200, 90, 180, "threshold" },
        { 1280, 720, 1, "a" },
        { 200, 2000, 30, "a very long name of a pass, much longer than the picture is wide" },
        { 3840, 2160, 60, "composite + saturation + tonemap + dither + threshold + exposure" },
        { 9000, 90, 15, "dual" },
    };
    for_each(row, cases) {
        LOCAL_IMAGE image;
        const struct paint_area area = draw(&image, row->width, row->height, row->lines, row->line);
        // Texels are as they were outside, and inside something is drawn on a margin of plain
        // ground.
        const uint8_t *ground = byte_texel(&image, area.x, area.y);
        assert_true(area.x > 0 && area.x + area.width < image.width);
        assert_true(area.y > 0 && area.y + area.height < image.height);
        for_each_place(x, y, image.width, image.height) {
            const struct paint_area inner = { area.x + 5, area.y + 5, area.width - 10,
                                              area.height - 10 };
            if (!is_in(&area, x, y) && memcmp(byte_texel(&image, x, y), "\xFF\xFF\xFF\xFF", 4) != 0)
                fail_msg("%dx%d: %d, %d lies outside", image.width, image.height, x, y);
            if (is_in(&area, x, y) && !is_in(&inner, x, y))
                assert_memory_equal(byte_texel(&image, x, y), ground, 4);
        }
    }
}

// The brightest letters and the ground, on the brightest picture.
TEST(test_letters_have_contrast)
{
    LOCAL_IMAGE image;
    double most = 0;
    const struct paint_area area = draw(&image, 1280, 720, 9, "threshold");
    const uint8_t *ground = byte_texel(&image, area.x, area.y);
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < area.x + area.width; x++)
            most = fmax(most, srgb_decode(byte_texel(&image, x, y)[1] / 255.0));
    assert_true((most + 0.05) / (srgb_decode(ground[1] / 255.0) + 0.05) > 4.5);
}

static int count_lines(const struct image *image, const struct paint_area *area)
{
    int lines = 0;
    bool was_ink = false;
    const uint8_t *ground = byte_texel(image, area->x, area->y);
    for (int y = area->y; y < area->y + area->height; y++) {
        bool is_ink = false;
        for (int x = area->x; x < area->x + area->width / 2; x++)
            is_ink = is_ink || abs(byte_texel(image, x, y)[1] - ground[1]) > 24;
        lines += is_ink && !was_ink;
        was_ink = is_ink;
    }
    return lines;
}

// All where there is room; else a line for the rest.
TEST(test_lines_fill_the_room)
{
    static const struct {
        int height, lines, shown;
    } cases[] = { { 720, 12, 12 }, { 300, 40, 20 }, { 90, 65, 4 } };
    for_each(row, cases) {
        LOCAL_IMAGE image;
        const struct paint_area area = draw(&image, 640, row->height, row->lines, "H");
        assert_int_equal(count_lines(&image, &area), row->shown);
    }
}

TEST(test_small_pictures_have_no_room)
{
    struct paint_area area;
    LOCAL_IMAGE image = new_image(199, 400, IMAGE_TYPE_U8);
    assert_fails(capture_draw_text(&image, NULL, "a\n", &area, &error),
                 "200x90 and more, and this is 199x400");
}
