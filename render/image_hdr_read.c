// Radiance HDR: RGBE, three 8-bit mantissas with one exponent (G. Ward, Real Pixels, Graphics Gems
// II, 1991; the file format in the manual of Radiance). Not through stb_image, which never ends on
// a file that is cut off inside a run, nor stb_image_write, which cuts mantissas off instead of
// rounding and takes no NaN.

#define LOG_MODULE "image"
#include "render/image_colour.h"
#include "render/image_orient.h"
#include "render/log.h"
#include "render/number.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EXPONENT_BIAS = 128 + 8, // value = mantissa * 2 ^ (exponent - EXPONENT_BIAS)
    MIN_RUNS_WIDTH = 8,      // narrower and wider rows are never packed component by component
    MAX_RUNS_WIDTH = 0x7fff,
    MAX_LITERALS = 128, // that one code announces
};

struct reader {
    const uint8_t *bytes, *end;
};

struct header {
    unsigned rows, columns; // as they stand in the file
    int orientation;        // see image_orient.h
    double gain[3];         // by which values are multiplied
    bool has_primaries;
    struct image_primaries primaries;
};

static size_t left(const struct reader *reader)
{
    return (size_t) (reader->end - reader->bytes);
}

// A line without its end; false at the end of the file.
static bool next_line(struct reader *reader, char *line, size_t size)
{
    const uint8_t *end = memchr(reader->bytes, '\n', left(reader));
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
    return strncmp(line, name, strlen(name)) == 0;
}

// The numbers of a line, after its sign of equality. False where it has fewer, or what is none.
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

// Values were multiplied by these, as often as there are lines of them.
static bool read_factors(struct header *header, const char *line, int count, struct error *error)
{
    float factors[3];
    if (!read_numbers(line, count, factors))
        return error_set(error, "damaged HDR: '%s' has not the numbers that it should", line);
    for (int i = 0; i < 3; i++) {
        header->gain[i] /= factors[count == 3 ? i : 0];
        if (!(header->gain[i] >= FLT_MIN && header->gain[i] <= FLT_MAX))
            return error_set(error, "damaged HDR: '%s' leaves no light; it must be above 0", line);
    }
    return true;
}

// Red, green, blue and white stand in another order than in image_primaries.
static bool read_primaries(struct header *header, const char *line, struct error *error)
{
    float xy[8];
    if (!read_numbers(line, 8, xy))
        return error_set(error, "damaged HDR: '%s' has not the numbers that it should", line);
    header->has_primaries = true;
    for (int i = 0; i < 8; i++)
        header->primaries.xy[(i / 2 + 1) % 4][i % 2] = (double) xy[i];
    return true;
}

static bool read_line(struct header *header, const char *line, struct error *error)
{
    if (is_line(line, "FORMAT=") && strcmp(line, "FORMAT=32-bit_rle_rgbe") != 0)
        return error_set(error, "HDR of another kind (%s); it must be FORMAT=32-bit_rle_rgbe",
                         line);
    if (is_line(line, "EXPOSURE="))
        return read_factors(header, line, 1, error);
    if (is_line(line, "COLORCORR="))
        return read_factors(header, line, 3, error);
    if (is_line(line, "PRIMARIES="))
        return read_primaries(header, line, error);
    return true;
}

// "-Y height +X width": the axis that rows follow each other along comes first. Y grows upwards, X
// to the right.
static bool read_order(struct header *header, const char *line, struct error *error)
{
    // By where the first row and the first texel of a row lie.
    static const char orders[IMAGE_ORIENT_COUNT][5] = { "-Y+X", "-Y-X", "+Y-X", "+Y+X",
                                                        "+X-Y", "-X-Y", "-X+Y", "+X+Y" };
    char order[5] = "", rest;
    if (sscanf(line, "%2[-+XY] %9u %2[-+XY] %9u%c", order, &header->rows, order + 2,
               &header->columns, &rest) == 4)
        for (int i = 0; i < IMAGE_ORIENT_COUNT; i++)
            if (strcmp(order, orders[i]) == 0)
                header->orientation = IMAGE_ORIENT_AS_IS + i;
    return header->orientation > 0 ||
           error_set(error, "HDR without its size; after an empty line it says '-Y height +X width'"
                            " or the like");
}

static bool read_header(struct reader *reader, struct header *header, struct error *error)
{
    char line[128];
    do {
        if (!next_line(reader, line, sizeof(line)))
            return image_cut_off(error);
        if (!read_line(header, line, error))
            return false;
    } while (line[0] != '\0');
    return next_line(reader, line, sizeof(line)) ? read_order(header, line, error)
                                                 : image_cut_off(error);
}

bool image_hdr_measure(const uint8_t *bytes, size_t size, uint64_t *texels)
{
    struct reader reader = { bytes, bytes + size };
    struct header header = { .gain = { 1, 1, 1 } };
    struct error error;
    const bool is_read = read_header(&reader, &header, &error);
    *texels = (uint64_t) header.rows * header.columns;
    return is_read;
}

static bool has_runs(const struct reader *reader, unsigned width)
{
    const uint8_t *b = reader->bytes;
    return width >= MIN_RUNS_WIDTH && width <= MAX_RUNS_WIDTH && left(reader) >= 4 && b[0] == 2 &&
           b[1] == 2 && b[2] < 128;
}

// One component of a row: codes over 128 repeat the next byte, others announce that many bytes.
static bool read_component(struct reader *reader, uint8_t *out, unsigned width, struct error *error)
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

static bool read_runs(struct reader *reader, uint8_t *row, unsigned width, struct error *error)
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

// Texels one by one. 1, 1, 1, n repeats the one before n times; more of them are higher digits of
// n.
static bool read_texels(struct reader *reader, uint8_t *row, unsigned width, struct error *error)
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

static bool read_rows(struct reader *reader, struct image *image, const double gain[3],
                      uint8_t *row, struct error *error)
{
    const unsigned width = (unsigned) image->width;
    for (int y = 0; y < image->height; y++) {
        const bool ok = has_runs(reader, width) ? read_runs(reader, row, width, error)
                                                : read_texels(reader, row, width, error);
        if (!ok)
            return false;
        unpack_row((float *) image->texels + (size_t) y * width * 4, row, width, gain);
    }
    return true;
}

static bool read_texels_of(struct reader *reader, const struct header *header, struct image *image,
                           struct error *error)
{
    // A row is at least one texel, and a run of it.
    if (left(reader) < (header->columns == 1 ? 4 : 8) * (uint64_t) header->rows)
        return image_cut_off(error);
    image_init(image, (int) header->columns, (int) header->rows, IMAGE_TYPE_F32);
    uint8_t *row = malloc((size_t) header->columns * 4);
    if (!row)
        log_fatal("out of memory");
    const bool ok = read_rows(reader, image, header->gain, row, error);
    free(row);
    if (!ok)
        image_finish(image);
    return ok;
}

bool image_hdr_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error)
{
    static const struct image_curve none = { .transfer = COLOUR_TRANSFER_SRGB };
    struct reader reader = { bytes, bytes + size };
    struct header header = { .gain = { 1, 1, 1 } };
    if (!read_header(&reader, &header, error) ||
        !image_check_size(header.columns, header.rows, error) ||
        !read_texels_of(&reader, &header, &picture->image, error))
        return false;
    if (header.has_primaries)
        image_colour_convert(picture, &none, &header.primaries);
    image_orient(&picture->image, header.orientation);
    return true;
}
