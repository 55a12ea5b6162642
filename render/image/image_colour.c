#include "render/image/image_colour.h"

#include "render/image/srgb.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>

// ---- tables of the curve

struct conversion {
    const struct image_curve *curve;
    double matrix[3][3];
    float *light;   // light of each file value
    float *display; // 16-bit display values, nearly linear in their index, which is sqrt(light)
};

enum { DISPLAY_STEPS = 1 << 13 };

// Interpolates in the table `display`; the error is at most 0.01 of a 16-bit step.
static uint16_t encode(const struct conversion *conversion, double light)
{
    const double root = sqrt(light > 0 ? light < 1 ? light : 1 : 0) * DISPLAY_STEPS;
    const int step = root < DISPLAY_STEPS ? (int) root : DISPLAY_STEPS - 1;
    const double below = conversion->display[step];
    const double above = conversion->display[step + 1];
    return (uint16_t) (below + (above - below) * (root - step) + 0.5);
}

// ---- texels

static void convert_primaries(const struct conversion *conversion, const double in[3],
                              double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = conversion->matrix[i][0] * in[0] + conversion->matrix[i][1] * in[1] +
                 conversion->matrix[i][2] * in[2];
}

static void convert_display_row(const struct conversion *conversion, const struct image *image,
                                int row, const struct image *to)
{
    const size_t width = (size_t) image->width, first = (size_t) row * width;
    const bool is_light = to->type == IMAGE_TYPE_F32, is_narrow = image->type == IMAGE_TYPE_U8;
    const bool is_hlg =
        conversion->curve->transfer == COLOUR_TRANSFER_HLG && conversion->curve->exponent <= 0;
    for (size_t i = first; i < first + width; i++) {
        const uint8_t *narrow = (const uint8_t *) image->texels + 4 * i;
        const uint16_t *wide = (const uint16_t *) image->texels + 4 * i;
        const double alpha = is_narrow ? narrow[3] / 255.0 : wide[3] / 65535.0;
        double in[3], out[3];
        for (int c = 0; c < 3; c++)
            in[c] = conversion->light[is_narrow ? narrow[c] : wide[c]];
        if (is_hlg) { // OOTF of BT.2100 for a display of 1000 cd/m2, with BT.2020 luminance
            const double luminance = 0.2627 * in[0] + 0.6780 * in[1] + 0.0593 * in[2];
            const double most = 1000 / 203.0;
            const double gain = luminance > 0 ? pow(luminance / most, 0.2) : 0;
            for (int c = 0; c < 3; c++)
                in[c] *= gain;
        }
        convert_primaries(conversion, in, out);
        for (int c = 0; c < 3 && is_light; c++)
            ((float *) to->texels)[4 * i + (size_t) c] = (float) (fmax(out[c], 0) * alpha);
        for (int c = 0; c < 3 && !is_light; c++)
            ((uint16_t *) to->texels)[4 * i + (size_t) c] = encode(conversion, out[c]);
        if (is_light)
            ((float *) to->texels)[4 * i + 3] = (float) alpha;
        else
            ((uint16_t *) to->texels)[4 * i + 3] = (uint16_t) lrint(alpha * 65535);
    }
}

// Returns true if the conversion leaves every 8-bit value unchanged.
static bool changes_nothing(const struct conversion *conversion)
{
    const double half = 0.5 / 255;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (fabs(conversion->matrix[i][j] - (i == j)) > half / 3)
                return false;
    return conversion->curve->exponent <= 0 && conversion->curve->transfer == COLOUR_TRANSFER_SRGB;
}

void image_colour_convert(struct image_picture *picture, const struct image_curve *curve,
                          const struct image_primaries *primaries)
{
    struct conversion conversion = { .curve = curve };
    struct image *image = &picture->image;
    if (!image_primaries_matrix(primaries, conversion.matrix)) {
        image_note(picture, "its primaries span no colours, and are taken as those of sRGB");
        image_primaries_matrix(&image_primaries_srgb, conversion.matrix);
    }
    if (changes_nothing(&conversion))
        return;
    if (image->type == IMAGE_TYPE_F32) {
        const size_t count = (size_t) image->width * (size_t) image->height;
        float *texel = image->texels;
        for (size_t i = 0; i < count && !image_is_cancelled(picture); i++, texel += 4) {
            const double in[3] = { texel[0], texel[1], texel[2] };
            double out[3];
            convert_primaries(&conversion, in, out);
            for (int c = 0; c < 3; c++)
                texel[c] = (float) fmax(out[c], 0);
        }
        return;
    }
    picture->is_light = image_curve_is_absolute(curve);
    const int most = image->type == IMAGE_TYPE_U8 ? 255 : 65535;
    conversion.light = memory_grow(NULL, (size_t) most + 1, sizeof(float));
    for (int i = 0; i <= most; i++)
        conversion.light[i] = (float) image_curve_decode(curve, (double) i / most);
    conversion.display = memory_grow(NULL, DISPLAY_STEPS + 1, sizeof(float));
    for (int i = 0; i <= DISPLAY_STEPS; i++) {
        const double root = (double) i / DISPLAY_STEPS;
        conversion.display[i] = (float) (65535 * srgb_encode(root * root));
    }
    struct image to;
    image_init(&to, image->width, image->height,
               picture->is_light ? IMAGE_TYPE_F32 : IMAGE_TYPE_U16);
    for (int y = 0; y < image->height && !image_is_cancelled(picture); y++)
        convert_display_row(&conversion, image, y, &to);
    image_finish(image);
    *image = to;
    free(conversion.light);
    free(conversion.display);
}
