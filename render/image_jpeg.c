// JPEG (ITU-T T.81, 1992) through stb_image, compiled into this file and for this format only.

#define LOG_MODULE "image"
#include "render/image_file.h"
#include "render/log.h"

#include <limits.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#include <stb_image.h>

enum {
    END_OF_IMAGE = 0xd9,
    START_OF_SCAN = 0xda,
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

// Whether the file goes on to its end-of-image marker. stb_image would make up what is missing.
static bool is_whole(const uint8_t *bytes, size_t size)
{
    size_t at = 2;
    while (at + 1 < size) {
        const uint8_t marker = bytes[at + 1];
        if (bytes[at] != 0xff || marker == 0xff) {
            at++;
            continue;
        }
        if (marker == END_OF_IMAGE)
            return true;
        at += 2;
        if (stands_alone(marker))
            continue;
        if (at + 1 >= size)
            return false;
        at += (size_t) (bytes[at] << 8 | bytes[at + 1]);
        if (marker == START_OF_SCAN)
            at = end_of_scan(bytes, size, at);
    }
    return false;
}

bool image_jpeg_read(struct image *image, struct image_texts *texts, const uint8_t *bytes,
                     size_t size, struct error *error)
{
    int width, height, channels;
    (void) texts;
    if (size > INT_MAX)
        return error_set(error, "JPEG of more than 2 GiB");
    if (!stbi_info_from_memory(bytes, (int) size, &width, &height, &channels))
        return is_whole(bytes, size) ? error_set(error, "damaged JPEG: %s", stbi_failure_reason())
                                     : image_cut_off(error);
    const uint64_t texels = (uint64_t) width * (uint64_t) height;
    if (!image_check_size((uint64_t) width, (uint64_t) height, error))
        return false;
    if (!is_whole(bytes, size) || texels / MOST_TEXELS_OF_A_BYTE > size)
        return image_cut_off(error);
    stbi_uc *decoded = stbi_load_from_memory(bytes, (int) size, &width, &height, &channels, 4);
    if (!decoded)
        return error_set(error, "damaged JPEG: %s", stbi_failure_reason());
    *image = (struct image){ width, height, IMAGE_TYPE_U8, decoded }; // malloc's, so free's
    return true;
}
