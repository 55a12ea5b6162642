// Reads and writes PFM, portable float map (P. Debevec, 2001): three lines of text, then rows of
// 32-bit floats from the bottom to the top. A negative scale means little-endian; its absolute
// value is ignored. "PF" is RGB, "Pf" is grey.

#include "render/image/formats/image_file.h"
#include "render/text/memory.h"
#include "render/text/number.h"

#include <stdlib.h>
#include <string.h>

static bool is_space(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct reader {
    const uint8_t *bytes, *end;
};

// Reads the next word and the white space character, or "\r\n", behind it. The word is empty at the
// end of the file, and if it is longer than 31 bytes.
static void next_word(struct reader *reader, char word[static 32])
{
    size_t length = 0;
    while (reader->bytes < reader->end && is_space(*reader->bytes))
        reader->bytes++;
    while (reader->bytes < reader->end && !is_space(*reader->bytes) && length < 31)
        word[length++] = (char) *reader->bytes++;
    const bool ends = reader->bytes < reader->end && is_space(*reader->bytes);
    const bool is_pair = reader->end - reader->bytes > 1 && memcmp(reader->bytes, "\r\n", 2) == 0;
    reader->bytes += is_pair ? 2 : ends;
    word[ends ? length : 0] = '\0';
}

// Parses the width or height; 0: invalid. More than nine digits exceed every limit.
static uint64_t parse_side(const char *word)
{
    const size_t length = strspn(word, "0123456789");
    return length > 9 || word[length] ? 0 : (uint64_t) atoi(word);
}

static float value_at(const uint8_t *bytes, bool swap)
{
    uint32_t bits;
    float value;
    memcpy(&bits, bytes, sizeof(bits));
    if (swap)
        bits = bits << 24 | (bits & 0xff00) << 8 | (bits >> 8 & 0xff00) | bits >> 24;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

struct header {
    uint64_t width, height;
    int channels;
    bool is_little;
};

static bool read_header(struct reader *reader, struct header *header, struct error *error)
{
    char magic[32], width[32], height[32], scale[32];
    next_word(reader, magic);
    next_word(reader, width);
    next_word(reader, height);
    next_word(reader, scale);
    float number = 0;
    *header = (struct header){ parse_side(width), parse_side(height), magic[1] == 'F' ? 3 : 1,
                               scale[0] == '-' };
    if (strlen(magic) != 2 || header->width == 0 || header->height == 0 ||
        number_parse(scale, strlen(scale), &number) != NUMBER_FINE || number == 0)
        return error_set(error, "damaged PFM: it begins 'PF', width, height, scale");
    return true;
}

bool image_pfm_measure(const uint8_t *bytes, size_t size, uint64_t *texels)
{
    struct reader reader = { bytes, bytes + size };
    struct header header;
    struct error error;
    const bool is_read = read_header(&reader, &header, &error);
    *texels = header.width * header.height;
    return is_read;
}

bool image_pfm_read(struct image_picture *picture, const uint8_t *bytes, size_t size,
                    struct error *error)
{
    struct reader reader = { bytes, bytes + size };
    struct header header;
    if (!read_header(&reader, &header, error) ||
        !image_check_size(header.width, header.height, error))
        return false;
    const size_t stride = header.width * (size_t) header.channels * 4;
    if ((size_t) (reader.end - reader.bytes) < stride * header.height)
        return image_cut_off(error);

    struct image *image = &picture->image;
    image_init(image, (int) header.width, (int) header.height, IMAGE_TYPE_F32);
    const bool swap = header.is_little != image_host_is_little();
    for (size_t y = 0; y < header.height; y++) {
        if (image_is_stopped(picture, error)) {
            image_finish(image);
            return false;
        }
        float *row = (float *) image->texels + (header.height - 1 - y) * header.width * 4;
        const uint8_t *from = reader.bytes + y * stride;
        for (int x = 0; x < image->width; x++, row += 4, from += 4 * header.channels) {
            for (int i = 0; i < 3; i++)
                row[i] = value_at(from + (header.channels == 3 ? 4 * i : 0), swap);
            row[3] = 1;
        }
    }
    return true;
}

void image_pfm_write(const struct image *image, const struct image_texts *texts, FILE *file)
{
    const size_t width = (size_t) image->width;
    float *row = memory_grow(NULL, width * 3, sizeof(*row));
    (void) texts;
    fprintf(file, "PF\n%d %d\n%s\n", image->width, image->height,
            image_host_is_little() ? "-1.0" : "1.0");
    for (int y = image->height - 1; y >= 0; y--) {
        const float *texels = (const float *) image->texels + (size_t) y * width * 4;
        for (size_t x = 0; x < width; x++)
            memcpy(row + 3 * x, texels + 4 * x, 3 * sizeof(*row));
        fwrite(row, sizeof(*row), width * 3, file);
    }
    free(row);
}
