// Parses the header of a Radiance HDR file (Radiance reference manual, file formats): text lines,
// an empty line, and a line with the size and the order of the axes.

#include "render/image/formats/image_hdr.h"
#include "render/image/image_orient.h"
#include "render/text/number.h"

#include <float.h>
#include <string.h>

// Reads a line without its end; false at the end of the file.
static bool next_line(struct image_hdr_reader *reader, char *line, size_t size)
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
    return strncmp(line, name, strlen(name)) == 0;
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
static bool read_factors(struct image_hdr_header *header, const char *line, int count,
                         struct error *error)
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

// Reads the chromaticities of red, green, blue and white; image_primaries has white first.
static bool read_primaries(struct image_hdr_header *header, const char *line, struct error *error)
{
    float xy[8];
    if (!read_numbers(line, 8, xy))
        return error_set(error, "damaged HDR: '%s' has not the numbers that it should", line);
    header->has_primaries = true;
    for (int i = 0; i < 8; i++)
        header->primaries.xy[(i / 2 + 1) % 4][i % 2] = (double) xy[i];
    return true;
}

static bool read_line(struct image_hdr_header *header, const char *line, struct error *error)
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

// Parses "-Y height +X width". The slower axis comes first; Y points up and X to the right.
static bool read_order(struct image_hdr_header *header, const char *line, struct error *error)
{
    // Index i is EXIF orientation i + 1.
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

bool image_hdr_read_header(struct image_hdr_reader *reader, struct image_hdr_header *header,
                           struct error *error)
{
    char line[128];
    *header = (struct image_hdr_header){ .gain = { 1, 1, 1 } };
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
    struct image_hdr_reader reader = { bytes, bytes + size };
    struct image_hdr_header header;
    struct error error;
    const bool is_read = image_hdr_read_header(&reader, &header, &error);
    *texels = (uint64_t) header.rows * header.columns;
    return is_read;
}
