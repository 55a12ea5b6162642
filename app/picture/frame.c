#define LOG_MODULE "sequence"
#include "app/picture/frame.h"

#include "effects/colour.h"
#include "render/file/output_file.h"
#include "render/image/formats/image_y4m.h"
#include "render/image/srgb.h"
#include "render/text/log.h"
#include "render/text/step_text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- its name

enum { MAX_DIGITS = 9 };

// Reads the conversion at `at`, just past its percent sign: "04d". Returns its length, or 0 when it
// is another.
static size_t read_conversion(const char *at, bool *zeros, int *width)
{
    const char *start = at;
    *zeros = *at == '0';
    *width = 0;
    for (; isdigit((unsigned char) *at) && *width <= MAX_DIGITS; at++)
        *width = *width * 10 + (*at - '0');
    return *at == 'd' && *width <= MAX_DIGITS ? (size_t) (at - start) + 1 : 0;
}

// Writes what the percent sign at `at` stands for. Returns how many characters that was, 0 on
// failure.
static size_t expand(struct step_writer *writer, const char *at, int number, int *numbers)
{
    if (at[1] == '%') {
        step_write_part(writer, "%", 1);
        return 2;
    }
    bool zeros;
    int width;
    const size_t length = read_conversion(at + 1, &zeros, &width);
    if (length == 0)
        return 0;
    char digits[16];
    const char *format = zeros ? "%0*d" : "%*d";
    step_write_part(writer, digits,
                    (size_t) snprintf(digits, sizeof(digits), format, width, number));
    ++*numbers;
    return length + 1;
}

bool frame_name(const char *pattern, int number, char *out, size_t size, struct error *error)
{
    struct step_writer writer = { .out = out, .size = size };
    int numbers = 0;
    for (const char *at = pattern; *at;) {
        size_t length = 1;
        if (*at != '%')
            step_write_part(&writer, at, 1);
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

// ---- its values and bytes

void frame_finish(struct frame *frame)
{
    image_finish(&frame->image);
    image_texts_finish(&frame->texts);
}

// Turns premultiplied light into straight display values, in place and as the effect does.
static void encode_light(struct image *image)
{
    const size_t count = (size_t) image->width * (size_t) image->height;
    float *texel = image->texels;
    for (size_t i = 0; i < count; i++, texel += 4) {
        const double cover = colour_cover((double) texel[3]);
        for (int c = 0; c < 3; c++)
            texel[c] = (float) srgb_encode(fmax((double) texel[c] / cover, 0));
    }
}

bool frame_convert(const struct frame_format *format, struct image *image, struct error *error)
{
    if (image->type != IMAGE_TYPE_F32)
        return true;
    if (!image_check_finite(image, error))
        return false;
    if (format->encodes)
        encode_light(image);
    if (format->type == IMAGE_TYPE_F32)
        return true;
    struct image light = *image;
    image_convert(&light, format->type, image);
    image_finish(&light);
    return true;
}

// Writes values as they are; those of 16 bits with the smaller byte first, whatever the machine.
static void write_raw(const struct image *image, FILE *stream)
{
    const size_t size = image_bytes(image);
    uint8_t *bytes = image->texels;
    if (image->type == IMAGE_TYPE_U16)
        for (size_t i = 0; i < size; i += 2) {
            const uint16_t value = ((const uint16_t *) image->texels)[i / 2];
            bytes[i] = (uint8_t) (value & 255);
            bytes[i + 1] = (uint8_t) (value >> 8);
        }
    fwrite(bytes, 1, size, stream);
}

static bool write_in_format(const struct frame_format *format, const struct frame *frame,
                            FILE *stream, struct error *error)
{
    const struct image *image = &frame->image;
    switch (format->stream) {
    case STREAM_PNG:
        return image_write_stream(image, &frame->texts, frame->name, format->as_halves, stream,
                                  error);
    case STREAM_Y4M:
        if (frame->is_first)
            image_y4m_write_header(image->width, image->height, format->fps, stream);
        image_y4m_write_frame(image, stream);
        return true;
    case STREAM_RAW:
        write_raw(image, stream);
        return true;
    }
    return false;
}

bool frame_encode(const struct frame_format *format, struct frame *frame, struct frame_bytes *out,
                  struct error *error)
{
    *out = (struct frame_bytes){ 0 };
    FILE *stream = open_memstream(&out->bytes, &out->size);
    if (!stream)
        log_fatal("out of memory");
    const bool done = frame_convert(format, &frame->image, error) &&
                      write_in_format(format, frame, stream, error);
    const bool failed = ferror(stream) != 0;
    if (fclose(stream) != 0 || failed)
        log_fatal("no memory for the file of a picture");
    return done;
}

bool frame_write(const struct frame_bytes *bytes, const char *name, struct error *error)
{
    struct output_file output;
    if (!output_file_open(&output, name, error))
        return false;
    output.waits_for_no_disk = true;
    fwrite(bytes->bytes, 1, bytes->size, output.stream);
    return output_file_close(&output, error);
}
