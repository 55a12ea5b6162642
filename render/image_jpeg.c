// JPEG (ITU-T T.81, 1992) through libjpeg: grey, YCbCr and RGB, and the CMYK of printing.

#include "render/image_file.h"
#include "render/log.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

// After stdio, whose FILE it names.
#include <jerror.h>
#include <jpeglib.h>

// A block of 8x8 texels of the finest component takes a bit at the least.
enum { MOST_TEXELS_OF_A_BYTE = 8 * 64 };

struct reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr manager;
    jmp_buf failed;
    const uint8_t *bytes;
    size_t size;
    struct image image;
    struct error *error;
};

static _Noreturn void fail(j_common_ptr jpeg)
{
    struct reader *reader = jpeg->client_data;
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    error_set(reader->error, "damaged JPEG: %s", message);
    longjmp(reader->failed, 1);
}

// libjpeg makes up what is missing at the end of a file, and only warns of it.
static void warn(j_common_ptr jpeg, int level)
{
    struct reader *reader = jpeg->client_data;
    const int code = jpeg->err->msg_code;
    if (level >= 0 || (code != JWRN_JPEG_EOF && code != JWRN_HIT_MARKER))
        return;
    image_cut_off(reader->error);
    longjmp(reader->failed, 1);
}

// Printers' files store inks inverted, as Adobe does: 255 is no ink.
static void convert_inks(uint8_t *texels, int count)
{
    for (uint8_t *texel = texels; texel < texels + 4 * count; texel += 4) {
        for (int c = 0; c < 3; c++)
            texel[c] = (uint8_t) ((texel[c] * texel[3] + 127) / 255);
        texel[3] = 255;
    }
}

static bool has_inks(const struct jpeg_decompress_struct *jpeg)
{
    return jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
}

static void read_rows(struct reader *reader)
{
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    jpeg->out_color_space = has_inks(jpeg) ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        uint8_t *row = (uint8_t *) reader->image.texels +
                       (size_t) jpeg->output_scanline * jpeg->output_width * 4;
        jpeg_read_scanlines(jpeg, &row, 1);
        if (has_inks(jpeg))
            convert_inks(row, (int) jpeg->output_width);
    }
    jpeg_finish_decompress(jpeg);
}

static bool read_header(struct reader *reader)
{
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    jpeg_mem_src(jpeg, reader->bytes, (unsigned long) reader->size);
    jpeg_read_header(jpeg, TRUE);
    const uint64_t texels = (uint64_t) jpeg->image_width * jpeg->image_height;
    if (!image_check_size(jpeg->image_width, jpeg->image_height, reader->error))
        return false;
    if (texels / MOST_TEXELS_OF_A_BYTE > reader->size)
        return image_cut_off(reader->error);
    return true;
}

// Errors inside libjpeg come back here.
static bool read_all(struct reader *reader)
{
    if (setjmp(reader->failed))
        return false;
    if (!read_header(reader))
        return false;
    image_init(&reader->image, (int) reader->jpeg.image_width, (int) reader->jpeg.image_height,
               IMAGE_TYPE_U8);
    read_rows(reader);
    return true;
}

bool image_jpeg_read(struct image *image, struct image_texts *texts, const uint8_t *bytes,
                     size_t size, struct error *error)
{
    (void) texts;
    struct reader reader = { .bytes = bytes, .size = size, .error = error };
    reader.jpeg.err = jpeg_std_error(&reader.manager);
    reader.manager.error_exit = fail;
    reader.manager.emit_message = warn;
    reader.jpeg.client_data = &reader;
    jpeg_create_decompress(&reader.jpeg);
    const bool is_read = read_all(&reader);
    jpeg_destroy_decompress(&reader.jpeg);
    if (is_read)
        *image = reader.image;
    else
        image_finish(&reader.image);
    return is_read;
}
