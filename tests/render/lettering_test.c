#include "render/paint/font_file.h"
#include "render/paint/lettering.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/local_image.h"

// Letters stand where they are said to stand, in every size, and nowhere else.

static const struct paint white = { 255, 255, 255, 255 }, black = { 0, 0, 0, 255 };
static struct font *font;

static void open_font(void)
{
    font = font_open(NULL, &error);
    assert_non_null(font);
}

static void close_font(void)
{
    font_close(font);
}

static struct image make_plate(int width, int height)
{
    struct image image = new_image(width, height, IMAGE_TYPE_U8);
    paint_fill(&image, (struct paint_area){ 0, 0, width, height }, black);
    return image;
}

// The columns and rows that are not black: the first, and the last but one.
struct extent {
    int left, top, right, bottom;
};

static struct extent find_extent(const struct image *image)
{
    struct extent extent = { image->width, image->height, 0, 0 };
    for_each_place(x, y, image->width, image->height) {
        if (byte_texel(image, x, y)[0] == 0)
            continue;
        extent.left = x < extent.left ? x : extent.left;
        extent.top = y < extent.top ? y : extent.top;
        extent.right = x + 1 > extent.right ? x + 1 : extent.right;
        extent.bottom = y + 1 > extent.bottom ? y + 1 : extent.bottom;
    }
    return extent;
}

static struct lettering letters_of(int size)
{
    return (struct lettering){ .font = font, .size = size, .paint = white };
}

// Letters that overhang on either side, marks above capitals, descenders and kerning.
static const char *const texts[] = { "jAVATAf", "ÅÊgjpqy", "Hamburg 0.05", "— σ = 16 →", "f", "j" };

TEST(width_is_what_is_drawn)
{
    for_each_of(int, size, 6, 9, 14, 33, 200)
        for_each(text, texts) {
            const struct lettering letters = letters_of(*size);
            const int width = lettering_width(&letters, *text), margin = *size;
            LOCAL_IMAGE image = make_plate(width + 2 * margin, 3 * *size);
            assert_int_equal(lettering_draw(&image, &letters, margin, margin, *text), width);
            const struct extent extent = find_extent(&image);
            // Within the line, but for a pixel that a hair of a rounded edge reaches into, and no
            // wider than the letters but for the air at both ends.
            assert_in_range(extent.left, margin, margin + 1 + *size / 6);
            assert_in_range(extent.right, margin + width - 1 - *size / 6, margin + width);
            assert_in_range(extent.top, margin - 1, margin + *size);
            assert_in_range(extent.bottom, margin, margin + *size + 1);
        }
}

// Letters stand as far apart as the font says, with its kerning.
TEST(letters_are_kerned)
{
    const struct lettering letters = letters_of(200);
    const double kerning = font_kerning(font, 200, 'A', 'V');
    const double width = font_advance(font, 200, 'A') + kerning + font_advance(font, 200, 'V');
    assert_true(kerning < -5 && kerning > -25);
    assert_near(lettering_width(&letters, "AV"), width, 2);
    assert_true(font_kerning(font, 200, 'H', 'H') == 0);
}

// A capital stands on the line and is as high as capitals of this font are: 0.729 of an em, of
// which a line has 1.164.
TEST(letters_stand_on_the_line)
{
    for (int size = 6; size <= 200; size = size * 3 / 2) {
        const struct lettering letters = letters_of(size);
        LOCAL_IMAGE image = make_plate(2 * size, 2 * size + 20);
        lettering_draw(&image, &letters, 0, 10, "H");
        const struct extent extent = find_extent(&image);
        const int line = 10 + lettering_ascent(&letters);
        const double height = size * 0.729 / 1.164;
        assert_int_equal(extent.bottom, line);
        assert_near(extent.top, line - height, 1);
    }
}

// An edge cuts off what would lie beyond it; the rest stays as it is.
TEST(is_clipped_at_all_sides)
{
    enum { SIZE = 40 };
    static const struct {
        int x, y;
    } places[] = {
        { -37, 5 }, { 30, 5 }, { 5, -17 }, { 5, 25 }, { -500, 5 }, { 5, 500 }, { 3, 3 }
    };
    const struct lettering letters = letters_of(SIZE);
    LOCAL_IMAGE wide = make_plate(1400, 1200);
    for_each(place, places) {
        const int x = place->x, y = place->y;
        LOCAL_IMAGE image = make_plate(60, 44);
        paint_fill(&wide, (struct paint_area){ 0, 0, 1400, 1200 }, black);
        lettering_draw(&image, &letters, x, y, "Reg");
        lettering_draw(&wide, &letters, x + 600, y + 600, "Reg");
        for (int row = 0; row < image.height; row++)
            assert_memory_equal(byte_texel(&image, 0, row), byte_texel(&wide, 600, 600 + row),
                                60 * 4);
    }
}

static void draw_at_end(struct image *image, const struct lettering *letters, const char *text)
{
    *image = make_plate(400, 40);
    lettering_draw(image, letters, 4, 4, text);
}

static bool look_equal(const struct lettering *letters, const char *a, const char *b)
{
    LOCAL_IMAGE first, second;
    draw_at_end(&first, letters, a);
    draw_at_end(&second, letters, b);
    return memcmp(first.texels, second.texels, image_bytes(&first)) == 0;
}

// A character of several bytes is one letter, and each of these is another.
TEST(utf8_is_read)
{
    const struct lettering letters = letters_of(24);
    static const char *const characters[] = { "a", "ä", "σ", "Ж", "→", "█", "…", "𝔸" };
    for (size_t i = 0; i < COUNT_OF(characters); i++) {
        assert_in_range(lettering_width(&letters, characters[i]), 5, 30);
        for (size_t j = 0; j < i; j++)
            assert_false(look_equal(&letters, characters[i], characters[j]));
    }
}

// A character without a letter is the font's box: hollow, as high as a capital, not left out.
TEST(missing_letters_are_boxes)
{
    const struct lettering letters = letters_of(24);
    LOCAL_IMAGE image;
    draw_at_end(&image, &letters, "漢");
    const struct extent box = find_extent(&image);
    const int middle = (box.top + box.bottom) / 2;
    assert_true(box.right - box.left >= 6 && box.bottom - box.top >= 12);
    assert_int_equal(byte_texel(&image, (box.left + box.right) / 2, middle)[0], 0);
    for (int side = 0; side < 2; side++)
        assert_true(byte_texel(&image, side ? box.right - 1 : box.left, middle)[0] > 64);
    for_each_text(row, "漢", "\xF0\x9F\x8C\x8A", "\xFF", "\xE2\x82", "\x07", "\t", "\x7F") {
        const bool is_two = strcmp(*row, "\xE2\x82") == 0; // each byte that is no character
        assert_true(look_equal(&letters, *row, is_two ? "漢漢" : "漢"));
    }
    assert_false(look_equal(&letters, "ab", "a漢b"));
    assert_int_equal(lettering_width(&letters, ""), 0);
}

TEST(long_lines_end_with_an_ellipsis)
{
    static const char text[] = "threshold, dual:sigma=16, composite, tonemap:curve=agx, dither";
    const struct lettering plain = letters_of(14);
    struct lettering letters = plain;
    const int whole = lettering_width(&letters, text);
    for (int room = 1; room < whole + 3; room++) {
        letters.room = room;
        const int width = lettering_width(&letters, text);
        assert_in_range(width, 0, room);
        assert_true(width == 0 || width > room - 24); // a letter, and what is no end
        assert_int_equal(width == whole, room >= whole);
    }
    letters.room = lettering_width(&plain, "thr…");
    assert_true(look_equal(&letters, text, "thr…"));
    letters.room = lettering_width(&plain, "a …");
    assert_true(look_equal(&letters, "a bcdefgh", "a…"));
    letters.room = 3;
    assert_true(look_equal(&letters, text, ""));
}

TEST(lines_are_aligned)
{
    struct lettering letters = letters_of(20);
    const int width = lettering_width(&letters, "0.25");
    for (int align = LETTERING_LEFT; align <= LETTERING_RIGHT; align++) {
        const int shift = align == LETTERING_LEFT     ? 0
                          : align == LETTERING_CENTRE ? width / 2
                                                      : width;
        LOCAL_IMAGE left = make_plate(200, 30);
        LOCAL_IMAGE image = make_plate(200, 30);
        letters.align = LETTERING_LEFT;
        lettering_draw(&left, &letters, 100 - shift, 4, "0.25");
        letters.align = (enum lettering_align) align;
        lettering_draw(&image, &letters, 100, 4, "0.25");
        assert_same_image(&left, &image);
    }
}

// "Over" with straight alpha, against the formula in doubles.
TEST(paint_lies_over)
{
    static const uint8_t values[] = { 0, 1, 77, 128, 254, 255 };
    enum { COUNT = sizeof(values) };
    LOCAL_IMAGE image = new_image(1, 1, IMAGE_TYPE_U8);
    for (int i = 0; i < COUNT * COUNT * COUNT * COUNT; i++) {
        const uint8_t under = values[i % COUNT], below = values[i / COUNT % COUNT];
        const struct paint paint = { values[i / 36 % COUNT], 9, 200, values[i / 216 % COUNT] };
        const uint8_t before[4] = { under, under, under, below };
        memcpy(image.texels, before, 4);
        paint_fill(&image, (struct paint_area){ -3, -3, 9, 9 }, paint);
        const double a = paint.a / 255.0, b = below / 255.0 * (1 - a);
        const double red = a + b > 0 ? (paint.r * a + under * b) / (a + b) : under;
        assert_near(byte_texel(&image, 0, 0)[0], red, 1);
        assert_int_equal(byte_texel(&image, 0, 0)[3], (int) ((a + b) * 255 + 0.5));
    }
}

TEST(pictures_lie_in_pictures)
{
    LOCAL_IMAGE image = make_plate(5, 4);
    LOCAL_IMAGE small = new_image(3, 3, IMAGE_TYPE_U8);
    paint_fill(&small, (struct paint_area){ 0, 0, 3, 3 }, white);
    paint_fill(&small, (struct paint_area){ 1, 1, 1, 1 }, (struct paint){ 10, 20, 30, 255 });
    paint_image(&image, 3, 2, &small);
    paint_image(&image, -2, -2, &small);
    assert_int_equal(byte_texel(&image, 4, 3)[1], 20);
    assert_int_equal(byte_texel(&image, 3, 2)[0], 255);
    assert_int_equal(byte_texel(&image, 0, 0)[0], 255);
    assert_int_equal(byte_texel(&image, 1, 0)[0], 0);
    assert_int_equal(byte_texel(&image, 2, 2)[0], 0);
}

TEST(what_is_no_font_is_refused)
{
    static const struct {
        const char *path, *word;
    } wrong[] = {
        { "/nowhere/DejaVuSans.ttf", "No such file" },
        { "LICENSE", "no TrueType font" },
        { "/dev/null", "a device" },
        { "tests", "a folder" },
    };
    for_each(row, wrong) {
        assert_null(font_open(row->path, &error));
        assert_contains(error.text, row->path);
        assert_contains(error.text, row->word);
    }
    assert_non_null(font_file_path());
}

AROUND_TESTS(.begin = open_font, .finish = close_font)
