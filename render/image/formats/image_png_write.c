// Writes PNG through libpng: RGB where every texel is opaque, otherwise RGBA.
//
// Filter "up" and level 1 are fast enough for sequences: a dithered 8-bit picture of 1280x720 took
// 21 ms and 720 KB; all filters at level 6 took 180 ms and 538 KB.

#define LOG_MODULE "image"
#include "render/image/formats/image_file.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUT_CHUNK_BYTES = 64 * 1024 };

// ---- libpng

// Error callback: only an invalid key (a programming error) or lack of memory, since write errors
// are found by ferror.
_Noreturn static void fail(png_structp png, png_const_charp message)
{
    (void) png;
    log_fatal("libpng: %s", message);
}

static void write_bytes(png_structp png, png_bytep bytes, size_t size)
{
    fwrite(bytes, 1, size, png_get_io_ptr(png));
}

static void flush(png_structp png)
{
    (void) png;
}

void image_png_write(const struct image *image, const struct image_texts *texts, FILE *file)
{
    const bool is_rgb = image_is_opaque(image);
    const size_t bytes = image_texel_bytes(image->type), stride = (size_t) image->width * bytes;
    const uint8_t *from = image->texels;
    uint8_t *row = memory_grow(NULL, stride, 1);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info)
        log_fatal("libpng %s cannot be used", png_get_libpng_ver(NULL));
    png_set_write_fn(png, file, write_bytes, flush);
    png_set_IHDR(png, info, (png_uint_32) image->width, (png_uint_32) image->height,
                 image->type == IMAGE_TYPE_U8 ? 8 : 16,
                 is_rgb ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    png_set_compression_level(png, 1);
    png_set_compression_buffer_size(png, OUTPUT_CHUNK_BYTES);
    for (int i = 0; texts && i < texts->count; i++) {
        const struct image_text *item = &texts->items[i];
        png_text text = { .key = item->key, .text = item->value };
        const char *rest = item->value;
        while (*rest && (unsigned char) *rest < 0x80)
            rest++;
        text.compression = *rest ? PNG_ITXT_COMPRESSION_NONE : PNG_TEXT_COMPRESSION_NONE;
        png_set_text(png, info, &text, 1);
    }
    png_write_info(png, info);
    if (image_host_is_little())
        png_set_swap(png); // PNG is big-endian
    if (is_rgb)
        png_set_filler(png, 0, PNG_FILLER_AFTER); // leaves alpha out
    for (int y = 0; y < image->height; y++, from += stride) {
        memcpy(row, from, stride);
        for (uint8_t *texel = row; texel < row + stride; texel += bytes)
            if (texel[bytes / 4 * 3] == 0 && texel[bytes - 1] == 0) // alpha 0: the colour becomes 0
                memset(texel, 0, bytes);
        png_write_row(png, row);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    free(row);
}
