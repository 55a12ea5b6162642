// Writes Radiance HDR (see image_hdr_read.c), with run-length coding per component if the width
// allows it.

#include "render/image/formats/image_file.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>

enum {
    EXPONENT_BIAS = 128, // for the exponents of frexp, whose fraction is 0.5..1
    MIN_RUNS_WIDTH = 8,
    MAX_RUNS_WIDTH = 0x7fff,
    MIN_RUN = 4, // shorter runs cost more than they save
    MAX_RUN = 127,
    MAX_LITERALS = 128,
};

static void pack_texel(const float *texel, uint8_t *rgbe)
{
    const double most = ldexp(255, 127 - 8);
    double largest = 0, light[3];
    int exponent;
    for (int i = 0; i < 3; i++) {
        light[i] = texel[i] > 0 ? fmin(texel[i], most) : 0; // NaN becomes 0, too
        largest = light[i] > largest ? light[i] : largest;
    }
    frexp(largest, &exponent);
    if (lrint(ldexp(largest, 8 - exponent)) > 255)
        exponent++;
    const bool is_black = largest == 0 || exponent + EXPONENT_BIAS < 1;
    const double scale = is_black ? 0 : ldexp(1, 8 - exponent);
    for (int i = 0; i < 3; i++)
        rgbe[i] = (uint8_t) lrint(light[i] * scale);
    rgbe[3] = (uint8_t) (is_black ? 0 : exponent + EXPONENT_BIAS);
}

// Returns the number of equal bytes, at a distance of 4, from texel `x` on; at most MAX_RUN.
static int run_length(const uint8_t *bytes, int x, int width)
{
    int length = 1;
    while (x + length < width && length < MAX_RUN && bytes[4 * (x + length)] == bytes[4 * x])
        length++;
    return length;
}

static void write_component(const uint8_t *bytes, int width, FILE *file)
{
    for (int x = 0; x < width;) {
        int run = run_length(bytes, x, width), literals = 0;
        while (run < MIN_RUN && x + literals + run <= width && literals + run <= MAX_LITERALS) {
            literals += run;
            run = x + literals < width ? run_length(bytes, x + literals, width) : MIN_RUN;
        }
        if (literals == 0) {
            putc(128 + run, file);
            putc(bytes[4 * x], file);
            x += run;
            continue;
        }
        putc(literals, file);
        for (const int end = x + literals; x < end; x++)
            putc(bytes[4 * x], file);
    }
}

void image_hdr_write(const struct image *image, const struct image_texts *texts, FILE *file)
{
    const size_t width = (size_t) image->width;
    const uint8_t start[] = { 2, 2, (uint8_t) (width >> 8), (uint8_t) (width & 255) };
    const float *texel = image->texels;
    uint8_t *row = memory_grow(NULL, width * 4, 1);
    (void) texts;
    fprintf(file, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n", image->height,
            image->width);
    for (int y = 0; y < image->height; y++) {
        for (size_t x = 0; x < width; x++, texel += 4)
            pack_texel(texel, row + 4 * x);
        if (width < MIN_RUNS_WIDTH || width > MAX_RUNS_WIDTH) {
            fwrite(row, 4, width, file);
            continue;
        }
        fwrite(start, 1, sizeof(start), file);
        for (int i = 0; i < 4; i++)
            write_component(row + i, image->width, file);
    }
    free(row);
}
