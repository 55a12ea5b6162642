#define LOG_MODULE "sequence"
#include "app/picture/frame.h"

#include "effects/colour.h"
#include "render/file/output_file.h"
#include "render/image/formats/image_y4m.h"
#include "render/image/srgb.h"
#include "render/text/log.h"

#include <math.h>
#include <stdlib.h>

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
