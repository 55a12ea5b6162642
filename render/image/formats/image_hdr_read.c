// Reads Radiance HDR: RGBE, three 8-bit mantissas with a common exponent (G. Ward, Real Pixels,
// Graphics Gems II, 1991; Radiance reference manual, file formats). stb_image is not used, because
// it does not terminate for files that end within a run; stb_image_write truncates mantissas
// instead of rounding.

#include "render/image/formats/image_hdr.h"
#include "render/image/image_orient.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EXPONENT_BIAS = 128 + 8, // value = mantissa * 2 ^ (exponent - EXPONENT_BIAS)
    MIN_RUNS_WIDTH = 8,      // rows outside of this range of widths never have runs per component
    MAX_RUNS_WIDTH = 0x7fff,
    MAX_LITERALS = 128, // longest sequence of literal bytes of one code
};

static size_t left(const struct image_hdr_reader *reader)
{
    return (size_t) (reader->end - reader->bytes);
}

// Decodes the run-length code of one component of a row: a code above 128 repeats the next byte
// code - 128 times, another is the number of literal bytes.
static bool read_component(struct image_hdr_reader *reader, uint8_t *out, unsigned width,
                           struct error *error)
{
    for (unsigned x = 0; x < width;) {
        if (left(reader) < 2)
            return image_cut_off(error);
        const uint8_t code = *reader->bytes++;
        const bool repeats = code > MAX_LITERALS;
        const unsigned count = repeats ? code - 128u : code;
        if (count == 0 || count > width - x)
            return error_set(error, "damaged HDR: a run reaches past its row");
        if (left(reader) < (repeats ? 1 : count))
            return image_cut_off(error);
        for (unsigned i = 0; i < count; i++, x++)
            out[4 * x] = reader->bytes[repeats ? 0 : i];
        reader->bytes += repeats ? 1 : count;
    }
    return true;
}

static bool read_runs(struct image_hdr_reader *reader, uint8_t *row, unsigned width,
                      struct error *error)
{
    if ((unsigned) (reader->bytes[2] << 8 | reader->bytes[3]) != width)
        return error_set(error, "damaged HDR: a row has another width");
    reader->bytes += 4;
    for (int i = 0; i < 4; i++) {
        if (!read_component(reader, row + i, width, error))
            return false;
    }
    return true;
}

// Reads a row in the older format, texel by texel. A texel 1, 1, 1, n repeats the previous one n
// times; successive ones hold higher bytes of n.
static bool read_texels(struct image_hdr_reader *reader, uint8_t *row, unsigned width,
                        struct error *error)
{
    unsigned shift = 0;
    for (unsigned x = 0; x < width;) {
        if (left(reader) < 4)
            return image_cut_off(error);
        const uint8_t *b = reader->bytes;
        reader->bytes += 4;
        if (b[0] != 1 || b[1] != 1 || b[2] != 1) {
            memcpy(row + 4 * x++, b, 4);
            shift = 0;
            continue;
        }
        const uint64_t count = (uint64_t) b[3] << shift;
        if (x == 0 || count > width - x)
            return error_set(error, "damaged HDR: a run reaches past its row");
        for (const unsigned end = x + (unsigned) count; x < end; x++)
            memcpy(row + 4 * x, row + 4 * (x - 1), 4);
        shift = shift < 32 ? shift + 8 : shift;
    }
    return true;
}

static void unpack_row(float *texel, const uint8_t *rgbe, unsigned width, const double gain[3])
{
    for (unsigned x = 0; x < width; x++, texel += 4, rgbe += 4) {
        const double scale = rgbe[3] ? ldexp(1, rgbe[3] - EXPONENT_BIAS) : 0;
        for (int i = 0; i < 3; i++)
            texel[i] = (float) (rgbe[i] * scale * gain[i]);
        texel[3] = 1;
    }
}

static bool read_rows(struct image_hdr_reader *reader, struct image_picture *picture,
                      const double gain[3], uint8_t *row, struct error *error)
{
    const struct image *image = &picture->image;
    const unsigned width = (unsigned) image->width;
    for (int y = 0; y < image->height; y++) {
        if (image_is_stopped(picture, error))
            return false;
        const uint8_t *b = reader->bytes;
        const bool has_runs = width >= MIN_RUNS_WIDTH && width <= MAX_RUNS_WIDTH &&
                              left(reader) >= 4 && b[0] == 2 && b[1] == 2 && b[2] < 128;
        const bool ok = has_runs ? read_runs(reader, row, width, error)
                                 : read_texels(reader, row, width, error);
        if (!ok)
            return false;
        unpack_row((float *) image->texels + (size_t) y * width * 4, row, width, gain);
    }
    return true;
}

static bool read_texels_of(struct image_hdr_reader *reader, const struct image_hdr_header *header,
                           struct image_picture *picture, struct error *error)
{
    struct image *image = &picture->image;
    // A row has at least one texel and a run.
    if (left(reader) < (header->columns == 1 ? 4 : 8) * (uint64_t) header->rows)
        return image_cut_off(error);
    image_init(image, (int) header->columns, (int) header->rows, IMAGE_TYPE_F32);
    uint8_t *row = memory_grow(NULL, (size_t) header->columns * 4, 1);
    const bool ok = read_rows(reader, picture, header->gain, row, error);
    free(row);
    if (!ok)
        image_finish(image);
    return ok;
}

bool image_hdr_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error)
{
    static const struct image_curve none = { .transfer = COLOUR_TRANSFER_SRGB };
    struct image_hdr_reader reader = { bytes, bytes + size };
    struct image_hdr_header header;
    if (!image_hdr_read_header(&reader, &header, error) ||
        !image_check_size(header.columns, header.rows, error) ||
        !read_texels_of(&reader, &header, picture, error))
        return false;
    if (header.has_primaries)
        image_colour_convert(picture, &none, &header.primaries);
    image_orient(picture, header.orientation);
    return true;
}
