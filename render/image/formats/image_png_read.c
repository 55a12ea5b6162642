// Reads PNG (W3C, Portable Network Graphics, third edition, 2025) through libpng. All colour types
// become RGBA of 8 or 16 bits. The chunks about colour and orientation, which libpng does not apply
// to the texels, are read here.

#define LOG_MODULE "image"
#include "render/image/formats/image_exif.h"
#include "render/image/formats/image_file.h"
#include "render/image/image_colour.h"
#include "render/image/image_orient.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <assert.h>
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_CHUNK_BYTES = 8 << 20,       // of an unpacked text or profile
    MAX_TEXTS = 2 * IMAGE_MAX_TEXTS, // text chunks that libpng may unpack; some may be damaged
    INFLATE_MOST = 1032,             // unpacked bytes per packed byte of deflate, at most
    MOST_BEYOND = 64 << 10,          // bytes that may be read for a row, above its unpacked size
    SIGNATURE_BYTES = 8,
    FRAME_BYTES = 12, // bytes of a chunk beside its data: length, type and checksum
    UNIT = 100000,    // scale of the integers in gAMA and cHRM
    PRIMARIES_VALUES = 8,
    // gAMA that writers use for the sRGB curve, and the tolerance within which it means that curve.
    SRGB_GAMMA = 45455,
    SRGB_GAMMA_OFF = 600,
};

struct reader {
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t left;
    size_t row_left; // bytes that may still be read for the current row
    // Data of the chunks gAMA, cHRM, sRGB, cICP and eXIf, borrowed from the file; NULL: missing or
    // of a wrong length.
    const uint8_t *gamma, *primaries, *srgb, *code_points;
    const uint8_t *exif; // of any length
    size_t exif_size;
    bool has_profile;
    struct image_picture *picture;
    struct error *error;
};

// ---- chunks

static uint32_t number_at(const uint8_t *bytes)
{
    return (uint32_t) bytes[0] << 24 | (uint32_t) bytes[1] << 16 | (uint32_t) bytes[2] << 8 |
           bytes[3];
}

static void note_chunk(struct reader *reader, const uint8_t *type, uint32_t length)
{
    const struct {
        const char *type;
        uint32_t length;
        const uint8_t **data;
    } known[] = {
        { "gAMA", 4, &reader->gamma },
        { "cHRM", 4 * PRIMARIES_VALUES, &reader->primaries },
        { "sRGB", 1, &reader->srgb },
        { "cICP", 4, &reader->code_points },
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (memcmp(type, known[i].type, 4) == 0 && length == known[i].length && !*known[i].data)
            *known[i].data = type + 4;
    if (memcmp(type, "iCCP", 4) == 0)
        reader->has_profile = true;
    if (memcmp(type, "eXIf", 4) == 0) {
        reader->exif = type + 4;
        reader->exif_size = length;
    }
}

// Finds the chunks. Fails if a chunk is longer than the file, for which libpng would allocate
// memory.
static bool find_chunks(struct reader *reader)
{
    const uint8_t *at = reader->bytes + SIGNATURE_BYTES;
    const uint8_t *end = reader->bytes + reader->left;
    while (end - at >= FRAME_BYTES) {
        const uint32_t length = number_at(at);
        if (length > (size_t) (end - at) - FRAME_BYTES)
            break;
        if (memcmp(at + 4, "IEND", 4) == 0)
            return true;
        note_chunk(reader, at + 4, length);
        at += FRAME_BYTES + length;
    }
    return image_cut_off(reader->error);
}

bool image_png_measure(const uint8_t *bytes, size_t size, uint64_t *texels)
{
    const size_t width_at = SIGNATURE_BYTES + 8; // offset in the data of the first chunk, IHDR
    if (size < width_at + 8)
        return false;
    *texels = (uint64_t) number_at(bytes + width_at) * number_at(bytes + width_at + 4);
    return true;
}

// Converts the picture by a cICP chunk. Returns false if its codes are not supported.
static bool apply_code_points(struct image_picture *picture, const uint8_t *codes)
{
    struct image_primaries primaries;
    const struct image_curve curve = { .transfer = codes[1] };
    if (!image_primaries_find(codes[0], &primaries) || !image_curve_is_known(codes[1]) ||
        codes[2] != 0 || codes[3] != 1)
        return false;
    image_colour_convert(picture, &curve, &primaries);
    return true;
}

static void apply_gamma(const struct reader *reader)
{
    struct image_picture *picture = reader->picture;
    struct image_curve curve = { .transfer = COLOUR_TRANSFER_SRGB };
    struct image_primaries primaries = image_primaries_srgb;
    const uint32_t gamma = reader->gamma ? number_at(reader->gamma) : SRGB_GAMMA;
    for (int i = 0; reader->primaries && i < PRIMARIES_VALUES; i++)
        primaries.xy[i / 2][i % 2] = number_at(reader->primaries + 4 * i) / (double) UNIT;
    if (gamma < UNIT / 10 || gamma > 10 * UNIT)
        image_note(picture,
                   "its gamma (gAMA) of %g is none, and its values are taken as those of "
                   "sRGB",
                   gamma / (double) UNIT);
    else if (fabs((double) gamma - SRGB_GAMMA) > SRGB_GAMMA_OFF)
        curve.exponent = UNIT / (double) gamma;
    image_colour_convert(picture, &curve, &primaries);
}

// Converts the picture from the file's colour space to sRGB. The first of these that exists is
// used: cICP, the ICC profile, sRGB, cHRM with gAMA.
static void apply_colours(const struct reader *reader)
{
    struct image_picture *picture = reader->picture;
    const uint8_t *codes = reader->code_points;
    png_charp name;
    png_bytep profile = NULL;
    png_uint_32 size = 0;
    int method;
    if (codes && apply_code_points(picture, codes))
        return;
    if (codes)
        image_note(picture, "its colours (cICP %d/%d/%d/%d) are of a kind that is not known here",
                   codes[0], codes[1], codes[2], codes[3]);
    png_get_iCCP(reader->png, reader->info, &name, &method, &profile, &size);
    if (profile) {
        image_profile_convert(picture, profile, size);
        return;
    }
    if (reader->has_profile)
        image_note(picture, "its colour profile (iCCP) is damaged, and is left out");
    if (!reader->srgb && (reader->gamma || reader->primaries))
        apply_gamma(reader);
}

// ---- libpng

// Warning callback: warnings are about optional chunks that libpng skips.
static void warn(png_structp png, png_const_charp message)
{
    (void) png;
    log_debug("PNG: %s", message);
}

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
    struct image *image = &reader->picture->image;
    const int width = (int) png_get_image_width(reader->png, reader->info);
    const int height = (int) png_get_image_height(reader->png, reader->info);
    const bool wide = png_get_bit_depth(reader->png, reader->info) == 16;
    const int passes = png_set_interlace_handling(reader->png);
    png_read_update_info(reader->png, reader->info);
    image_init(image, width, height, wide ? IMAGE_TYPE_U16 : IMAGE_TYPE_U8);
    const size_t stride = png_get_rowbytes(reader->png, reader->info);
    assert(stride == image_bytes(image) / (size_t) height);
    for (int pass = 0; pass < passes; pass++) {
        png_bytep row = image->texels;
        for (int y = 0; y < height; y++, row += stride) {
            if (image_is_stopped(reader->picture, reader->error))
                png_longjmp(reader->png, 1);
            reader->row_left = stride + MOST_BEYOND;
            png_read_row(reader->png, row, NULL);
        }
    }
    reader->row_left = SIZE_MAX;
}

// Reads the whole file, or with `only_texts` what is before its texels. On any error libpng jumps
// back to here.
static bool read_file(struct reader *reader, bool only_texts)
{
    if (setjmp(png_jmpbuf(reader->png)))
        return false;
    png_read_info(reader->png, reader->info);
    if (only_texts)
        return true;
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

// ---- texts

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

static void read_texts(const struct reader *reader)
{
    png_textp items;
    int count = 0;
    png_get_text(reader->png, reader->info, &items, &count);
    for (int i = 0; i < count; i++)
        add_text(reader->picture->texts, &items[i]);
}

static void open_reader(struct reader *reader)
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
    if (!reader->picture->texts)
        png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER,
                                    (png_const_bytep) "tEXt\0zTXt\0iTXt", 3);
}

bool image_png_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error)
{
    struct reader reader = {
        .bytes = bytes, .left = size, .row_left = SIZE_MAX, .picture = picture, .error = error
    };
    if (!find_chunks(&reader))
        return false;
    open_reader(&reader);
    const bool ok = read_file(&reader, false);
    if (ok && picture->texts)
        read_texts(&reader);
    if (ok)
        apply_colours(&reader);
    else
        image_finish(&picture->image);
    if (ok && reader.exif)
        image_orient(picture, image_exif_read(reader.exif, reader.exif_size).orientation);
    png_destroy_read_struct(&reader.png, &reader.info, NULL);
    return ok;
}

bool image_png_read_texts(struct image_texts *texts, const uint8_t *bytes, size_t size,
                          struct error *error)
{
    struct image_picture ignored = { .texts = texts };
    struct reader reader = {
        .bytes = bytes, .left = size, .row_left = SIZE_MAX, .picture = &ignored, .error = error
    };
    open_reader(&reader);
    const bool ok = read_file(&reader, true);
    if (ok)
        read_texts(&reader);
    png_destroy_read_struct(&reader.png, &reader.info, NULL);
    return ok;
}
