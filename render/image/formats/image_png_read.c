// Reads PNG (W3C, Portable Network Graphics, second edition, 2003) through libpng. All colour types
// become RGBA of 8 or 16 bits.

#define LOG_MODULE "image"
#include "render/image/formats/image_exif.h"
#include "render/image/formats/image_png.h"
#include "render/image/image_orient.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <assert.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_CHUNK_BYTES = 8 << 20,       // of an unpacked text or profile
    MAX_TEXTS = 2 * IMAGE_MAX_TEXTS, // text chunks that libpng may unpack; some may be damaged
    INFLATE_MOST = 1032,             // unpacked bytes per packed byte of deflate, at most
    MOST_BEYOND = 64 << 10,          // bytes that may be read for a row, above its unpacked size
};

// Warning callback: warnings are about optional chunks that libpng skips.
static void warn(png_structp png, png_const_charp message)
{
    (void) png;
    log_debug("PNG: %s", message);
}

struct reader {
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t left;
    size_t row_left; // bytes that may still be read for the current row
    struct image image;
    const struct image_picture *picture;
    struct error *error;
};

static void fail(png_structp png, png_const_charp message)
{
    const struct reader *reader = png_get_error_ptr(png);
    error_set(reader->error, "damaged PNG: %s", message);
    png_longjmp(png, 1);
}

static void take_bytes(png_structp png, png_bytep bytes, size_t size)
{
    struct reader *reader = png_get_io_ptr(png);
    if (size > reader->left) {
        image_cut_off(reader->error);
        png_longjmp(png, 1);
    }
    if (size > reader->row_left)
        png_error(png, "more data than texels");
    memcpy(bytes, reader->bytes, size);
    reader->bytes += size;
    reader->left -= size;
    reader->row_left -= size;
}

static bool check_header(const struct reader *reader)
{
    const uint64_t width = png_get_image_width(reader->png, reader->info);
    const uint64_t height = png_get_image_height(reader->png, reader->info);
    const uint64_t bits = png_get_bit_depth(reader->png, reader->info) *
                          (uint64_t) png_get_channels(reader->png, reader->info);
    if (!image_check_size(width, height, reader->error))
        return false;
    if (width * height * bits / 8 / INFLATE_MOST > reader->left)
        return image_cut_off(reader->error);
    return true;
}

// Reads all rows. The bytes per row are limited, because with the last row libpng would unpack all
// data behind it.
static void read_texels(struct reader *reader)
{
    const int width = (int) png_get_image_width(reader->png, reader->info);
    const int height = (int) png_get_image_height(reader->png, reader->info);
    const bool wide = png_get_bit_depth(reader->png, reader->info) == 16;
    const int passes = png_set_interlace_handling(reader->png);
    png_read_update_info(reader->png, reader->info);
    image_init(&reader->image, width, height, wide ? IMAGE_TYPE_U16 : IMAGE_TYPE_U8);
    const size_t stride = png_get_rowbytes(reader->png, reader->info);
    assert(stride == image_bytes(&reader->image) / (size_t) height);
    for (int pass = 0; pass < passes; pass++) {
        png_bytep row = reader->image.texels;
        for (int y = 0; y < height; y++, row += stride) {
            if (image_is_stopped(reader->picture, reader->error))
                png_longjmp(reader->png, 1);
            reader->row_left = stride + MOST_BEYOND;
            png_read_row(reader->png, row, NULL);
        }
    }
    reader->row_left = SIZE_MAX;
}

// On any error libpng jumps back to here.
static bool read_file(struct reader *reader)
{
    if (setjmp(png_jmpbuf(reader->png)))
        return false;
    png_read_info(reader->png, reader->info);
    if (!check_header(reader))
        return false;
    png_set_expand(reader->png);
    png_set_gray_to_rgb(reader->png);
    png_set_add_alpha(reader->png, 0xffff, PNG_FILLER_AFTER);
    if (image_host_is_little())
        png_set_swap(reader->png); // PNG is big-endian
    read_texels(reader);
    png_read_end(reader->png, reader->info);
    return true;
}

// Converts ISO 8859-1, the first 256 code points, to UTF-8. The caller frees the result.
static char *from_latin1(const char *text)
{
    char *utf8 = memory_grow(NULL, 2 * strlen(text) + 1, 1), *end = utf8;
    for (const unsigned char *c = (const unsigned char *) text; *c; c++) {
        if (*c >= 0x80)
            *end++ = (char) (0xc0 | *c >> 6);
        *end++ = (char) (*c < 0x80 ? *c : 0x80 | (*c & 0x3f));
    }
    *end = '\0';
    return utf8;
}

static bool is_utf8(const char *text)
{
    const size_t length = strlen(text);
    size_t at = 0, count = 1;
    for (; at < length && count > 0; at += count)
        count = text_character(text + at, length - at);
    return count > 0;
}

static void add_text(struct image_texts *texts, const png_text *text)
{
    const bool international = text->compression >= PNG_ITXT_COMPRESSION_NONE;
    const size_t key_length = strlen(text->key);
    if (texts->count == IMAGE_MAX_TEXTS || key_length < 1 || key_length > 79)
        return;
    if (strlen(text->text) > IMAGE_MAX_TEXT_BYTES || (international && !is_utf8(text->text)))
        return;
    if (international) {
        image_texts_add(texts, text->key, text->text);
        return;
    }
    char *value = from_latin1(text->text);
    image_texts_add(texts, text->key, value);
    free(value);
}

static void read_texts(const struct reader *reader, struct image_texts *texts)
{
    png_textp items;
    int count = 0;
    png_get_text(reader->png, reader->info, &items, &count);
    for (int i = 0; i < count; i++)
        add_text(texts, &items[i]);
}

// Applies colour space and orientation to the texels.
static void apply_chunks(const struct reader *reader, const struct image_png_chunks *chunks,
                         struct image_picture *picture)
{
    png_charp name;
    png_bytep profile = NULL;
    png_uint_32 size = 0;
    int method;
    png_get_iCCP(reader->png, reader->info, &name, &method, &profile, &size);
    image_png_convert(picture, chunks, profile, size);
    if (chunks->exif)
        image_orient(picture, image_exif_read(chunks->exif, chunks->exif_size).orientation);
}

static void open_reader(struct reader *reader, bool has_texts)
{
    reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, fail, warn);
    reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
    if (!reader->info)
        log_fatal("libpng %s cannot be used", png_get_libpng_ver(NULL));
    png_set_read_fn(reader->png, reader, take_bytes);
    // libpng's own size limit is raised, since check_header has a better message.
    png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(reader->png, MAX_CHUNK_BYTES);
    png_set_chunk_cache_max(reader->png, MAX_TEXTS);
    // Texts that the caller does not want are not unpacked.
    if (!has_texts)
        png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER,
                                    (png_const_bytep) "tEXt\0zTXt\0iTXt", 3);
}

bool image_png_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error)
{
    struct reader reader = {
        .bytes = bytes, .left = size, .row_left = SIZE_MAX, .picture = picture, .error = error
    };
    struct image_png_chunks chunks = { 0 };
    if (!image_png_walk(&chunks, bytes, size, error))
        return false;
    open_reader(&reader, picture->texts != NULL);
    const bool ok = read_file(&reader);
    picture->image = reader.image;
    if (ok && picture->texts)
        read_texts(&reader, picture->texts);
    if (ok)
        apply_chunks(&reader, &chunks, picture);
    else
        image_finish(&picture->image);
    png_destroy_read_struct(&reader.png, &reader.info, NULL);
    return ok;
}

// On any error libpng jumps back to here.
static bool read_info(struct reader *reader)
{
    if (setjmp(png_jmpbuf(reader->png)))
        return false;
    png_read_info(reader->png, reader->info);
    return true;
}

bool image_png_read_texts(struct image_texts *texts, const uint8_t *bytes, size_t size,
                          struct error *error)
{
    struct reader reader = { .bytes = bytes, .left = size, .row_left = SIZE_MAX, .error = error };
    open_reader(&reader, true);
    const bool ok = read_info(&reader);
    if (ok)
        read_texts(&reader, texts);
    png_destroy_read_struct(&reader.png, &reader.info, NULL);
    return ok;
}
