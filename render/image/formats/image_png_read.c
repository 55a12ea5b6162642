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
    INFLATE_MAX = 1032,              // unpacked bytes per packed byte of deflate, at most
    MAX_BEYOND = 64 << 10,           // bytes that may be read for a row, above its unpacked size
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
    bool only_texts; // only what is before the texels is read
    struct image_picture *picture;
    struct error *error;
};

// ---- chunks

static uint32_t number_at(const uint8_t *bytes)
{
    return (uint32_t) bytes[0] << 24 | (uint32_t) bytes[1] << 16 | (uint32_t) bytes[2] << 8 |
           bytes[3];
}

// Finds the chunks. Fails if a chunk is longer than the file, for which libpng would allocate
// memory.
static bool find_chunks(struct reader *reader)
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
    const uint8_t *end = reader->bytes + reader->left;
    uint32_t length;
    for (const uint8_t *at = reader->bytes + SIGNATURE_BYTES; end - at >= FRAME_BYTES;
         at += FRAME_BYTES + length) {
        const uint8_t *type = at + 4;
        length = number_at(at);
        if (length > (size_t) (end - at) - FRAME_BYTES)
            break;
        if (memcmp(type, "IEND", 4) == 0)
            return true;
        for (size_t i = 0; i < ARRAY_COUNT(known); i++)
            if (memcmp(type, known[i].type, 4) == 0 && length == known[i].length && !*known[i].data)
                *known[i].data = type + 4;
        reader->has_profile |= memcmp(type, "iCCP", 4) == 0;
        if (memcmp(type, "eXIf", 4) == 0) {
            reader->exif = type + 4;
            reader->exif_size = length;
        }
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
    if (codes) {
        struct image_primaries primaries;
        const struct image_curve curve = { .transfer = codes[1] };
        if (image_primaries_find(codes[0], &primaries) && image_curve_is_known(codes[1]) &&
            codes[2] == 0 && codes[3] == 1) {
            image_colour_convert(picture, &curve, &primaries);
            return;
        }
        image_note(picture, "its colours (cICP %d/%d/%d/%d) are of a kind that is not known here",
                   codes[0], codes[1], codes[2], codes[3]);
    }
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

// Reads all rows. The bytes per row are limited, because with the last row libpng would unpack all
// data behind it.
static bool read_texels(struct reader *reader)
{
    const png_structp png = reader->png;
    struct image *image = &reader->picture->image;
    const uint64_t width = png_get_image_width(png, reader->info);
    const uint64_t height = png_get_image_height(png, reader->info);
    const uint64_t depth = png_get_bit_depth(png, reader->info);
    if (!image_check_size(width, height, reader->error))
        return false;
    if (width * height * depth * png_get_channels(png, reader->info) / 8 / INFLATE_MAX >
        reader->left)
        return image_cut_off(reader->error);
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
    if (image_host_is_little())
        png_set_swap(png); // PNG is big-endian
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, reader->info);
    image_init(image, (int) width, (int) height, depth == 16 ? IMAGE_TYPE_U16 : IMAGE_TYPE_U8);
    const size_t stride = png_get_rowbytes(png, reader->info);
    assert(stride == image_bytes(image) / height);
    for (int pass = 0; pass < passes; pass++) {
        png_bytep row = image->texels;
        for (int y = 0; y < image->height; y++, row += stride) {
            if (image_is_stopped(reader->picture, reader->error))
                return false;
            reader->row_left = stride + MAX_BEYOND;
            png_read_row(png, row, NULL);
        }
    }
    reader->row_left = SIZE_MAX;
    png_read_end(png, reader->info);
    return true;
}

// On any error libpng jumps back to here.
static bool read_file(struct reader *reader)
{
    if (setjmp(png_jmpbuf(reader->png)))
        return false;
    png_read_info(reader->png, reader->info);
    return reader->only_texts || read_texels(reader);
}

// ---- texts

// Adds the text chunks that libpng has read. iTXt is UTF-8, and left out if it is not; the others
// are ISO 8859-1, the first 256 code points.
static void read_texts(const struct reader *reader)
{
    struct image_texts *texts = reader->picture->texts;
    png_textp items;
    int count = 0;
    png_get_text(reader->png, reader->info, &items, &count);
    for (int i = 0; i < count && texts->count < IMAGE_MAX_TEXTS; i++) {
        const char *key = items[i].key, *text = items[i].text;
        const size_t length = strlen(text);
        const bool is_utf8 = items[i].compression >= PNG_ITXT_COMPRESSION_NONE;
        char *value = memory_new(2 * length + 1, 1), *end = value;
        size_t bytes = 1;
        for (size_t at = 0; at < length && bytes > 0; at += bytes) {
            const unsigned char c = (unsigned char) text[at];
            bytes = is_utf8 ? text_character(text + at, length - at) : 1;
            if (!is_utf8 && c >= 0x80) {
                *end++ = (char) (0xc0 | c >> 6);
                *end++ = (char) (0x80 | (c & 0x3f));
            } else {
                end = (char *) memcpy(end, text + at, bytes) + bytes;
            }
        }
        if (key[0] && strlen(key) <= 79 && length <= IMAGE_MAX_TEXT_BYTES && bytes > 0)
            image_texts_add(texts, key, value);
        free(value);
    }
}

static void open_reader(struct reader *reader)
{
    reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, fail, warn);
    reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
    if (!reader->info)
        log_fatal("libpng %s cannot be used", png_get_libpng_ver(NULL));
    png_set_read_fn(reader->png, reader, take_bytes);
    // libpng's own size limit is raised, since read_texels has a better message.
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
    const bool ok = read_file(&reader);
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
    struct reader reader = { .bytes = bytes,
                             .left = size,
                             .row_left = SIZE_MAX,
                             .only_texts = true,
                             .picture = &ignored,
                             .error = error };
    open_reader(&reader);
    const bool ok = read_file(&reader);
    if (ok)
        read_texts(&reader);
    png_destroy_read_struct(&reader.png, &reader.info, NULL);
    return ok;
}
