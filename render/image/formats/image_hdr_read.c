// Reads Radiance HDR: RGBE, three 8-bit mantissas with a common exponent (G. Ward, Real Pixels,
// Graphics Gems II, 1991; Radiance reference manual, file formats). stb_image is not used, because
// it does not terminate for files that end within a run; stb_image_write truncates mantissas
// instead of rounding.

#include "render/image/formats/image_file.h"
#include "render/image/image_colour.h"
#include "render/image/image_orient.h"
#include "render/text/memory.h"
#include "render/text/number.h"
#include "render/text/text.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EXPONENT_BIAS = 128 + 8, // value = mantissa * 2 ^ (exponent - EXPONENT_BIAS)
    MIN_RUNS_WIDTH = 8,      // rows outside of this range of widths never have runs per component
    MAX_RUNS_WIDTH = 0x7fff,
    MAX_LITERALS = 128, // longest sequence of literal bytes of one code
};

struct reader {
    const uint8_t *bytes, *end;
    struct error *error;
    unsigned rows, columns; // as stored, before the orientation is applied
    int orientation;        // see image_orient.h
    double gain[3];         // factors for the decoded values: 1 / (EXPOSURE * COLORCORR)
    bool has_primaries;
    struct image_primaries primaries;
};

// ---- the header

// Reads a line without its end; false at the end of the file.
static bool next_line(struct reader *reader, char *line, size_t size)
{
    const uint8_t *end = memchr(reader->bytes, '\n', (size_t) (reader->end - reader->bytes));
    if (!end)
        return false;
    const size_t length = (size_t) (end - reader->bytes);
    snprintf(line, size, "%.*s", (int) (length < size ? length : size),
             (const char *) reader->bytes);
    reader->bytes = end + 1;
    return true;
}

static bool is_line(const char *line, const char *name)
{
    return text_begins_with(line, name);
}

// Reads the numbers of a line behind its '='. Returns false if there are fewer, or one is no
// number.
static bool read_numbers(const char *line, int count, float numbers[])
{
    const char *at = strchr(line, '=') + 1;
    for (int i = 0; i < count; i++) {
        at += strspn(at, " \t");
        const size_t length = strcspn(at, " \t\r");
        if (number_parse(at, length, &numbers[i]) != NUMBER_FINE)
            return false;
        at += length;
    }
    return true;
}

// Divides the gain by the factors of an EXPOSURE or COLORCORR line, by which the writer multiplied
// the values. Several lines accumulate.
static bool read_factors(struct reader *reader, const char *line, int count)
{
    float factors[3];
    if (!read_numbers(line, count, factors))
        return error_set(reader->error, "damaged HDR: '%s' has not the numbers that it should",
                         line);
    for (int i = 0; i < 3; i++) {
        reader->gain[i] /= factors[count == 3 ? i : 0];
        if (!(reader->gain[i] >= FLT_MIN && reader->gain[i] <= FLT_MAX))
            return error_set(reader->error, "damaged HDR: '%s' leaves no light; it must be above 0",
                             line);
    }
    return true;
}

// Reads the chromaticities of red, green, blue and white; image_primaries has white first.
static bool read_primaries(struct reader *reader, const char *line)
{
    float xy[8];
    if (!read_numbers(line, 8, xy))
        return error_set(reader->error, "damaged HDR: '%s' has not the numbers that it should",
                         line);
    reader->has_primaries = true;
    for (int i = 0; i < 8; i++)
        reader->primaries.xy[(i / 2 + 1) % 4][i % 2] = xy[i];
    return true;
}

static bool read_line(struct reader *reader, const char *line)
{
    if (is_line(line, "FORMAT=") && strcmp(line, "FORMAT=32-bit_rle_rgbe") != 0)
        return error_set(reader->error,
                         "HDR of another kind (%s); it must be FORMAT=32-bit_rle_rgbe", line);
    if (is_line(line, "EXPOSURE="))
        return read_factors(reader, line, 1);
    if (is_line(line, "COLORCORR="))
        return read_factors(reader, line, 3);
    if (is_line(line, "PRIMARIES="))
        return read_primaries(reader, line);
    return true;
}

// Reads the header, text lines up to an empty one and the line with the size, and leaves the reader
// at the first row.
static bool read_header(struct reader *reader)
{
    // Index i is EXIF orientation i + 1.
    static const char orders[IMAGE_ORIENT_COUNT][5] = { "-Y+X", "-Y-X", "+Y-X", "+Y+X",
                                                        "+X-Y", "-X-Y", "-X+Y", "+X+Y" };
    char line[128], order[5] = "", rest;
    do {
        if (!next_line(reader, line, sizeof(line)))
            return image_cut_off(reader->error);
        if (!read_line(reader, line))
            return false;
    } while (line[0] != '\0');
    if (!next_line(reader, line, sizeof(line)))
        return image_cut_off(reader->error);
    // "-Y height +X width": the slower axis comes first; Y points up and X to the right.
    if (sscanf(line, "%2[-+XY] %9u %2[-+XY] %9u%c", order, &reader->rows, order + 2,
               &reader->columns, &rest) == 4)
        for (int i = 0; i < IMAGE_ORIENT_COUNT; i++)
            if (strcmp(order, orders[i]) == 0)
                reader->orientation = IMAGE_ORIENT_AS_IS + i;
    return reader->orientation > 0 ||
           error_set(reader->error,
                     "HDR without its size; after an empty line it says '-Y height +X width'"
                     " or the like");
}

bool image_hdr_measure(const uint8_t *bytes, size_t size, uint64_t *texels)
{
    struct error error;
    struct reader reader = { bytes, bytes + size, &error, .gain = { 1, 1, 1 } };
    const bool is_read = read_header(&reader);
    *texels = (uint64_t) reader.rows * reader.columns;
    return is_read;
}

// ---- texels

static size_t left(const struct reader *reader)
{
    return (size_t) (reader->end - reader->bytes);
}

// Decodes the run-length code of one component of a row: a code above 128 repeats the next byte
// code - 128 times, another is the number of literal bytes.
static bool read_component(struct reader *reader, uint8_t *out, unsigned width)
{
    for (unsigned x = 0; x < width;) {
        if (left(reader) < 2)
            return image_cut_off(reader->error);
        const uint8_t code = *reader->bytes++;
        const bool repeats = code > MAX_LITERALS;
        const unsigned count = repeats ? code - 128u : code;
        if (count == 0 || count > width - x)
            return error_set(reader->error, "damaged HDR: a run reaches past its row");
        if (left(reader) < (repeats ? 1 : count))
            return image_cut_off(reader->error);
        for (unsigned i = 0; i < count; i++, x++)
            out[4 * x] = reader->bytes[repeats ? 0 : i];
        reader->bytes += repeats ? 1 : count;
    }
    return true;
}

static bool read_runs(struct reader *reader, uint8_t *row, unsigned width)
{
    if ((unsigned) (reader->bytes[2] << 8 | reader->bytes[3]) != width)
        return error_set(reader->error, "damaged HDR: a row has another width");
    reader->bytes += 4;
    for (int i = 0; i < 4; i++) {
        if (!read_component(reader, row + i, width))
            return false;
    }
    return true;
}

// Reads a row in the older format, texel by texel. A texel 1, 1, 1, n repeats the previous one n
// times; successive ones hold higher bytes of n.
static bool read_texels(struct reader *reader, uint8_t *row, unsigned width)
{
    unsigned shift = 0;
    for (unsigned x = 0; x < width;) {
        if (left(reader) < 4)
            return image_cut_off(reader->error);
        const uint8_t *b = reader->bytes;
        reader->bytes += 4;
        if (b[0] != 1 || b[1] != 1 || b[2] != 1) {
            memcpy(row + 4 * x++, b, 4);
            shift = 0;
            continue;
        }
        const uint64_t count = (uint64_t) b[3] << shift;
        if (x == 0 || count > width - x)
            return error_set(reader->error, "damaged HDR: a run reaches past its row");
        for (const unsigned end = x + (unsigned) count; x < end; x++)
            memcpy(row + 4 * x, row + 4 * (x - 1), 4);
        shift = shift < 32 ? shift + 8 : shift;
    }
    return true;
}

static bool read_rows(struct reader *reader, const struct image_picture *picture, uint8_t *row)
{
    const unsigned width = (unsigned) picture->image.width;
    float *texel = picture->image.texels;
    for (int y = 0; y < picture->image.height; y++) {
        if (image_is_stopped(picture, reader->error))
            return false;
        const uint8_t *b = reader->bytes;
        const bool has_runs = width >= MIN_RUNS_WIDTH && width <= MAX_RUNS_WIDTH &&
                              left(reader) >= 4 && b[0] == 2 && b[1] == 2 && b[2] < 128;
        if (!(has_runs ? read_runs : read_texels)(reader, row, width))
            return false;
        for (unsigned x = 0; x < width; x++, texel += 4) {
            const uint8_t *rgbe = row + 4 * x;
            const double scale = rgbe[3] ? ldexp(1, rgbe[3] - EXPONENT_BIAS) : 0;
            for (int i = 0; i < 3; i++)
                texel[i] = (float) (rgbe[i] * scale * reader->gain[i]);
            texel[3] = 1;
        }
    }
    return true;
}

bool image_hdr_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error)
{
    static const struct image_curve none = { .transfer = COLOUR_TRANSFER_SRGB };
    struct reader reader = { bytes, bytes + size, error, .gain = { 1, 1, 1 } };
    if (!read_header(&reader) || !image_check_size(reader.columns, reader.rows, error))
        return false;
    // A row has at least one texel and a run.
    if (left(&reader) < (reader.columns == 1 ? 4 : 8) * (uint64_t) reader.rows)
        return image_cut_off(error);
    image_init(&picture->image, (int) reader.columns, (int) reader.rows, IMAGE_TYPE_F32);
    uint8_t *row = memory_grow(NULL, (size_t) reader.columns * 4, 1);
    const bool is_read = read_rows(&reader, picture, row);
    free(row);
    if (!is_read) {
        image_finish(&picture->image);
        return false;
    }
    if (reader.has_primaries)
        image_colour_convert(picture, &none, &reader.primaries);
    image_orient(picture, reader.orientation);
    return true;
}
