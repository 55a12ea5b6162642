// Radiance HDR: RGBE, three 8-bit mantissas with one exponent (G. Ward, Real Pixels, Graphics Gems
// II, 1991; the file format in the manual of Radiance). Not through stb_image, which never ends on
// a file that is cut off inside a run, nor stb_image_write, which cuts mantissas off instead of
// rounding and takes no NaN.

#define LOG_MODULE "image"
#include "render/image_file.h"
#include "render/log.h"

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

static bool read_header(struct reader *reader, unsigned *width, unsigned *height,
                        struct error *error)
{
    char line[128], rest;
    do {
        if (!next_line(reader, line, sizeof(line)))
            return image_cut_off(error);
        if (strncmp(line, "FORMAT=", 7) == 0 && strcmp(line, "FORMAT=32-bit_rle_rgbe") != 0)
            return error_set(error, "HDR of another kind (%s); it must be FORMAT=32-bit_rle_rgbe",
                             line);
    } while (line[0] != '\0');
    if (!next_line(reader, line, sizeof(line)))
        return image_cut_off(error);
    if (sscanf(line, "-Y %9u +X %9u%c", height, width, &rest) != 2)
        return error_set(error, "HDR with rows in another order; it must say '-Y height +X width'");
    return true;
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

static void unpack_row(float *texel, const uint8_t *rgbe, unsigned width)
{
    for (unsigned x = 0; x < width; x++, texel += 4, rgbe += 4) {
        const float scale = rgbe[3] ? ldexpf(1, rgbe[3] - EXPONENT_BIAS) : 0;
        for (int i = 0; i < 3; i++)
            texel[i] = (float) rgbe[i] * scale;
        texel[3] = 1;
    }
}

static bool read_rows(struct reader *reader, struct image *image, uint8_t *row, struct error *error)
{
    const unsigned width = (unsigned) image->width;
    for (int y = 0; y < image->height; y++) {
        const bool ok = has_runs(reader, width) ? read_runs(reader, row, width, error)
                                                : read_texels(reader, row, width, error);
        if (!ok)
            return false;
        unpack_row((float *) image->texels + (size_t) y * width * 4, row, width);
    }
    return true;
}

bool image_hdr_read(struct image *image, struct image_texts *texts, const uint8_t *bytes,
                    size_t size, struct error *error)
{
    struct reader reader = { bytes, bytes + size };
    struct image read;
    unsigned width, height;
    (void) texts;
    if (!read_header(&reader, &width, &height, error) || !image_check_size(width, height, error))
        return false;
    // A row is at least one texel, and a run of it.
    if (left(&reader) < (width == 1 ? 4 : 8) * (uint64_t) height)
        return image_cut_off(error);
    image_init(&read, (int) width, (int) height, IMAGE_TYPE_F32);
    uint8_t *row = malloc((size_t) width * 4);
    if (!row)
        log_fatal("out of memory");
    const bool ok = read_rows(&reader, &read, row, error);
    free(row);
    if (ok)
        *image = read;
    else
        image_finish(&read);
    return ok;
}
