// JPEG (ITU-T T.81, 1992) through stb_image, compiled into this file and for this format only. It
// trusts the file more than it may, so the segments are looked at before it sees them.

#define LOG_MODULE "image"
#include "render/image_file.h"
#include "render/log.h"

#include <limits.h>
#include <stdlib.h>

// What a file leaves out is 0, and not what the memory held before.
#define STBI_MALLOC(size)          calloc(size, 1)
#define STBI_REALLOC(memory, size) realloc(memory, size)
#define STBI_FREE(memory)          free(memory)
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#include <stb_image.h>

enum {
    HUFFMAN_TABLES = 0xc4,
    END_OF_IMAGE = 0xd9,
    START_OF_SCAN = 0xda,
    MAX_CODES = 256, // of one Huffman table
    // A block of 8x8 texels of the finest component takes a bit at the least.
    MOST_TEXELS_OF_A_BYTE = 8 * 64,
};

static bool stands_alone(uint8_t marker) // without a length and a body
{
    return marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

// The next marker inside the coded texels of a scan: not a stuffed zero, not a restart.
static size_t end_of_scan(const uint8_t *bytes, size_t size, size_t at)
{
    for (; at + 1 < size; at++) {
        const uint8_t next = bytes[at + 1];
        if (bytes[at] == 0xff && next != 0 && next != 0xff && !(next >= 0xd0 && next <= 0xd7))
            break;
    }
    return at;
}

// The body of a segment with Huffman tables. stb_image writes past its own when there are more
// codes than bytes.
static bool check_tables(const uint8_t *bytes, size_t size, struct error *error)
{
    for (size_t at = 0, codes = 0; at < size; at += 17 + codes) {
        codes = 0;
        for (size_t i = at + 1; i <= at + 16 && i < size; i++)
            codes += bytes[i];
        if (size - at < 17 || codes > MAX_CODES)
            return error_set(error, "damaged JPEG: a Huffman table has no room for its codes");
    }
    return true;
}

// Walks over the segments, as stb_image does, to the end-of-image marker. Where that is missing,
// stb_image would make up the rest of the picture.
static bool check_segments(const uint8_t *bytes, size_t size, struct error *error)
{
    size_t at = 2;
    while (at + 1 < size) {
        const uint8_t marker = bytes[at + 1];
        if (bytes[at] != 0xff || marker == 0xff) {
            at++;
            continue;
        }
        at += 2;
        if (marker == END_OF_IMAGE)
            return true;
        if (stands_alone(marker))
            continue;
        const size_t length = at + 1 < size ? (size_t) (bytes[at] << 8 | bytes[at + 1]) : size;
        if (length > size - at)
            break;
        if (length < 2)
            return error_set(error, "damaged JPEG: a segment without a length");
        if (marker == HUFFMAN_TABLES && !check_tables(bytes + at + 2, length - 2, error))
            return false;
        at += length;
        if (marker == START_OF_SCAN)
            at = end_of_scan(bytes, size, at);
    }
    return image_cut_off(error);
}

bool image_jpeg_read(struct image *image, struct image_texts *texts, const uint8_t *bytes,
                     size_t size, struct error *error)
{
    int width, height, channels;
    (void) texts;
    if (size > INT_MAX)
        return error_set(error, "JPEG of more than 2 GiB");
    if (!check_segments(bytes, size, error))
        return false;
    if (!stbi_info_from_memory(bytes, (int) size, &width, &height, &channels))
        return error_set(error, "damaged JPEG: its header cannot be read");
    const uint64_t texels = (uint64_t) width * (uint64_t) height;
    if (!image_check_size((uint64_t) width, (uint64_t) height, error))
        return false;
    if (texels / MOST_TEXELS_OF_A_BYTE > size)
        return image_cut_off(error);
    stbi_uc *decoded = stbi_load_from_memory(bytes, (int) size, &width, &height, &channels, 4);
    if (!decoded)
        return error_set(error, "damaged JPEG: %s", stbi_failure_reason());
    *image = (struct image){ width, height, IMAGE_TYPE_U8, decoded }; // malloc's, so free's
    return true;
}
