// Y4M against BT.709 written another way: as the matrix that makes colours of Y, Cb and Cr, turned
// round by elimination.

#include "render/image/formats/image_y4m.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/local_image.h"

// Rows: red, green, blue; columns: Y, Cb, Cr, of values from 0 to 1 and -0.5 to 0.5. The numbers of
// BT.709: 2 (1 - 0.0722) = 1.8556 and 2 (1 - 0.2126) = 1.5748.
static const double to_rgb[3][3] = {
    { 1, 0, 1.5748 },
    { 1, -0.0722 * 1.8556 / 0.7152, -0.2126 * 1.5748 / 0.7152 },
    { 1, 1.8556, 0 },
};

static void solve(const double rgb[3], double ycc[3])
{
    double m[3][4];
    for (int r = 0; r < 3; r++) {
        memcpy(m[r], to_rgb[r], sizeof(to_rgb[r]));
        m[r][3] = rgb[r];
    }
    // The pivots 1, then column 1 of row 2, then what is left of row 1.
    for (int r = 1; r < 3; r++)
        for (int c = 3; c >= 0; c--)
            m[r][c] -= m[0][c];
    const double by = m[1][1] / m[2][1];
    ycc[2] = (m[1][3] - by * m[2][3]) / (m[1][2] - by * m[2][2]);
    ycc[1] = (m[2][3] - m[2][2] * ycc[2]) / m[2][1];
    ycc[0] = m[0][3] - m[0][2] * ycc[2];
}

static uint8_t number(double value)
{
    return (uint8_t) fmin(fmax(floor(255 * value + 0.5), 0), 255);
}

static double over_black(double display, double alpha)
{
    const double light = display <= 0.04045 ? display / 12.92 : pow((display + 0.055) / 1.055, 2.4);
    const double covered = light * alpha;
    return covered <= 0.0031308 ? 12.92 * covered : 1.055 * pow(covered, 1 / 2.4) - 0.055;
}

// Writes the frame of an image to memory, and checks its first line.
static uint8_t *frame_of(const struct image *image, char **memory)
{
    size_t size;
    FILE *file = open_memstream(memory, &size);
    assert_non_null(file);
    image_y4m_write_frame(image, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(size, 6 + 3 * (size_t) image->width * (size_t) image->height);
    assert_memory_equal(*memory, "FRAME\n", 6);
    return (uint8_t *) *memory + 6;
}

static struct image make_colours(int alpha)
{
    struct image image = new_image(16 * 18, 16, IMAGE_TYPE_U8);
    uint8_t *texel = image.texels;
    for (int i = 0; i < 16 * 18 * 16; i++, texel += 4) {
        texel[0] = (uint8_t) (i % 16 * 17);
        texel[1] = (uint8_t) (i / 16 % 18 * 15);
        texel[2] = (uint8_t) (i / 16 / 18 * 17);
        texel[3] = (uint8_t) alpha;
    }
    return image;
}

TEST(colours_are_those_of_bt709)
{
    for_each_of(int, alpha, 255, 128, 1, 0) {
        char *memory;
        LOCAL_IMAGE image = make_colours(*alpha);
        const uint8_t *planes = frame_of(&image, &memory), *texel = image.texels;
        const size_t count = (size_t) image.width * (size_t) image.height;
        for (size_t i = 0; i < count; i++, texel += 4) {
            double rgb[3], ycc[3];
            for (int c = 0; c < 3; c++)
                rgb[c] =
                    *alpha == 0 ? texel[c] / 255.0 : over_black(texel[c] / 255.0, *alpha / 255.0);
            solve(rgb, ycc);
            const double expected[] = { ycc[0], ycc[1] + 128 / 255.0, ycc[2] + 128 / 255.0 };
            for (int c = 0; c < 3; c++) { // a half may be rounded to either side
                const int requested = number(expected[c]), is = planes[i + (size_t) c * count];
                const double off = fabs(255 * expected[c] - floor(255 * expected[c]) - 0.5);
                assert_true(is == requested || (off < 1e-6 && abs(is - requested) == 1));
            }
        }
        free(memory);
    }
}

TEST(rates_are_ratios)
{
    for_each_case(one, "rates.txt") {
        image_y4m_write_header(5, 3, strtod(one.text, NULL), begin_printing());
        assert_string_equal(
            end_printing(),
            formatted("YUV4MPEG2 W5 H3 F%s Ip A1:1 C444 XCOLORRANGE=FULL\n", one.expected));
    }
}
