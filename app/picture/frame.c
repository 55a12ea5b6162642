#include "app/picture/capture_view.h"
#include "effects/colour.h"
#include "render/image/srgb.h"
#include "render/text/step_text.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool frame_name(const char *pattern, int number, char *out, size_t size, struct error *error)
{
    enum { MAX_PLACES = 9 };
    struct step_writer writer = { .out = out, .size = size };
    int numbers = 0;
    for (const char *at = pattern; *at; at++) {
        const size_t digits = *at == '%' ? strspn(at + 1, "0123456789") : 0;
        const int places = digits <= MAX_PLACES ? atoi(at + 1) : INT_MAX;
        if (*at != '%') {
            step_writef(&writer, "%c", *at);
        } else if (at[1] == '%') {
            step_write(&writer, "%");
            at++;
        } else if (at[1 + digits] == 'd' && places <= MAX_PLACES) {
            step_writef(&writer, at[1] == '0' ? "%0*d" : "%*d", places, number);
            at += 1 + digits;
            numbers++;
        } else {
            return error_set(error,
                             "'%s': only %%d, %%04d and %%%% may follow a percent sign, as in "
                             "frame_%%04d.png",
                             pattern);
        }
    }
    if (numbers != 1)
        return error_set(error, "'%s' has %s for the number, as in frame_%%04d.png", pattern,
                         numbers == 0 ? "no place" : "more than one place");
    return writer.length < (int) size ||
           error_set(error, "'%.40s...' is longer than a file name may be", pattern);
}

bool frame_convert(const struct frame_format *format, struct image *image, struct error *error)
{
    const size_t count = (size_t) image->width * (size_t) image->height;
    if (image->type != IMAGE_TYPE_F32)
        return true;
    if (!image_check_finite(image, false, error))
        return false;
    float *texel = image->texels;
    // Converts premultiplied light to straight display values, like the effect.
    for (size_t i = 0; i < count && format->encodes; i++, texel += 4) {
        const double cover = colour_cover(texel[3]);
        for (int c = 0; c < 3; c++)
            texel[c] = (float) srgb_encode(fmax(texel[c] / cover, 0));
    }
    if (format->type == IMAGE_TYPE_F32)
        return true;
    struct image light = *image;
    image_convert(&light, format->type, image);
    image_finish(&light);
    return true;
}
