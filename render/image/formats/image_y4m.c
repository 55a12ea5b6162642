#include "render/image/formats/image_y4m.h"

#include "render/image/srgb.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>

static const double red_weight = 0.2126, green_weight = 0.7152, blue_weight = 0.0722;
static const double red_scale = 255 / 1.5748, blue_scale = 255 / 1.8556;

struct ratio {
    long long over, under;
};

// Finds a ratio of integers within the tolerance, by continued fractions.
static struct ratio find_ratio(double number)
{
    const double near = 1e-9 * number;
    struct ratio before = { 1, 0 }, found = { (long long) floor(number), 1 };
    double rest = number - floor(number);
    while (fabs((double) found.over / (double) found.under - number) > near) {
        rest = 1 / rest;
        const long long whole = (long long) floor(rest);
        const struct ratio next = { whole * found.over + before.over,
                                    whole * found.under + before.under };
        rest -= floor(rest);
        before = found;
        found = next;
    }
    return found;
}

void image_y4m_write_header(int width, int height, double fps, FILE *file)
{
    const struct ratio rate = find_ratio(fps);
    fprintf(file, "YUV4MPEG2 W%d H%d F%lld:%lld Ip A1:1 C444 XCOLORRANGE=FULL\n", width, height,
            rate.over, rate.under);
}

static uint8_t byte(double value)
{
    const double up = value + 0.5;
    return (uint8_t) (up < 0 ? 0 : up < 255 ? (int) up : 255);
}

void image_y4m_write_frame(const struct image *image, FILE *file)
{
    const size_t count = (size_t) image->width * (size_t) image->height;
    const uint8_t *texel = image->texels;
    uint8_t *planes = memory_grow(NULL, 3 * count, 1);
    for (size_t i = 0; i < count; i++, texel += 4) {
        const double alpha = texel[3] / 255.0;
        double rgb[3];
        for (int c = 0; c < 3; c++) { // over black
            rgb[c] = texel[c] / 255.0;
            if (texel[3] > 0 && texel[3] < 255)
                rgb[c] = srgb_encode(srgb_decode(rgb[c]) * alpha);
        }
        const double y = red_weight * rgb[0] + green_weight * rgb[1] + blue_weight * rgb[2];
        planes[i] = byte(255 * y);
        planes[count + i] = byte(blue_scale * (rgb[2] - y) + 128);
        planes[2 * count + i] = byte(red_scale * (rgb[0] - y) + 128);
    }
    fputs("FRAME\n", file);
    fwrite(planes, 3, count, file);
    free(planes);
}
