#include "app/picture/times_plate.h"
#include "render/image/srgb.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/local_image.h"

// The plate of times keeps to its corner, on every picture, and to the panel's contrast.

static struct pass_line rows[GPU_TIMER_MAX_SCOPES];

// A frame of steps with passes inside: `steps` * (1 + `passes`) + 1 rows.
static int make_rows(int steps, int passes, const char *name)
{
    int count = 0;
    for (int step = -1; step < steps; step++)
        for (int pass = -1; pass < (step < 0 ? 0 : passes); pass++) {
            struct pass_row *row = &rows[count].row;
            rows[count].copies = pass < 0 ? 12.345 : NAN;
            row->depth = step < 0 ? 0 : pass < 0 ? 1 : 2;
            row->time.median = 1234.5678 / (count + 1);
            snprintf(row->name, sizeof(row->name), "%s %d", name, count++);
        }
    return count;
}

static struct paint_area draw(struct image *image, int width, int height, int count)
{
    static struct font *font;
    if (!font)
        font = font_open(NULL, &error);
    assert_non_null(font);
    const struct times_plate plate = { font, "llvmpipe (LLVM 15.0.6, 256 bits), 1280 × 720", rows,
                                       count };
    struct paint_area area;
    *image = new_image(width, height, IMAGE_TYPE_U8);
    memset(image->texels, 255, image_bytes(image));
    assert_true(times_plate_draw(image, &plate, &area, &error));
    return area;
}

static bool is_in(const struct paint_area *area, int x, int y)
{
    return x >= area->x && x < area->x + area->width && y >= area->y && y < area->y + area->height;
}

TEST(test_stays_in_its_corner)
{
    static const struct {
        int width, height, steps, passes;
        const char *name;
    } cases[] = {
        { 320, 180, 4, 12, "composite + tonemap + dither" },
        { 200, 90, 12, 14, "threshold" },
        { 1280, 720, 1, 0, "a" },
        { 1280, 720, 12, 14, "up 1280x720" },
        { 200, 2000, 3, 8, "a very long name of a pass, much longer than the picture is wide" },
        { 3840, 2160, 5, 12, "composite + saturation + tonemap + dither + threshold + exposure" },
        { 9000, 90, 5, 2, "dual" },
    };
    for_each(row, cases) {
        LOCAL_IMAGE image;
        const int count = make_rows(row->steps, row->passes, row->name);
        const struct paint_area area = draw(&image, row->width, row->height, count);
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
    const struct paint_area area = draw(&image, 1280, 720, make_rows(4, 3, "threshold"));
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

// All where there is room; else steps before the passes inside them, and a line for the rest.
TEST(test_steps_come_before_passes)
{
    static const struct {
        int height, steps, passes, lines;
    } cases[] = {
        { 720, 3, 2, 2 + 1 + 9 },  // head, heads of columns, frame, all
        { 300, 5, 12, 2 + 6 + 1 }, // the steps, and how many more
        { 90, 5, 12, 1 + 2 + 1 },
    };
    for_each(row, cases) {
        LOCAL_IMAGE image;
        const int count = make_rows(row->steps, row->passes, "H");
        const struct paint_area area = draw(&image, 640, row->height, count);
        assert_int_equal(count_lines(&image, &area), row->lines);
    }
}

TEST(test_small_pictures_have_no_room)
{
    const struct times_plate plate = { .rows = rows, .count = make_rows(1, 1, "a") };
    LOCAL_IMAGE image = new_image(199, 400, IMAGE_TYPE_U8);
    assert_fails(times_plate_draw(&image, &plate, NULL, &error),
                 "200x90 and more, and this is 199x400");
}
