#include "app/picture/capture_view.h"
#include "effects/colour.h"
#include "render/image/srgb.h"
#include "render/text/step_text.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Writes the replacement of the percent sign at `at`: "%%", or "%04d" of at most nine digits.
// Returns the length of the directive, 0 if it is not valid.
static size_t expand(struct step_writer *writer, const char *at, int number, int *numbers)
{
    enum { MOST_PLACES = 9 };
    const size_t length = strspn(at + 1, "0123456789");
    const int places = length <= MOST_PLACES ? atoi(at + 1) : INT_MAX;
    char digits[16];
    if (at[1] == '%') {
        step_write(writer, "%");
        return 2;
    }
    if (at[1 + length] != 'd' || places > MOST_PLACES)
        return 0;
    snprintf(digits, sizeof(digits), at[1] == '0' ? "%0*d" : "%*d", places, number);
    step_write(writer, digits);
    ++*numbers;
    return length + 2;
}

bool frame_name(const char *pattern, int number, char *out, size_t size, struct error *error)
{
    struct step_writer writer = { .out = out, .size = size };
    int numbers = 0;
    for (const char *at = pattern; *at;) {
        size_t length = 1;
        if (*at != '%')
            step_writef(&writer, "%c", *at);
        else if ((length = expand(&writer, at, number, &numbers)) == 0)
            return error_set(error,
                             "'%s': only %%d, %%04d and %%%% may follow a percent sign, as in "
                             "frame_%%04d.png",
                             pattern);
        at += length;
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
        const double cover = colour_cover((double) texel[3]);
        for (int c = 0; c < 3; c++)
            texel[c] = (float) srgb_encode(fmax((double) texel[c] / cover, 0));
    }
    if (format->type == IMAGE_TYPE_F32)
        return true;
    struct image light = *image;
    image_convert(&light, format->type, image);
    image_finish(&light);
    return true;
}
