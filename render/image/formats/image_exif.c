#include "render/image/formats/image_exif.h"

#include "render/image/image_orient.h"

#include <string.h>

enum {
    TAG_ORIENTATION = 0x0112,
    TAG_CAMERA = 0x8769, // offset of the Exif table
    TAG_COLOUR_SPACE = 0xa001,
    SRGB = 1,
    TYPE_SHORT = 3,
    TYPE_LONG = 4,
    HEADER_BYTES = 8,
    ENTRY_BYTES = 12,
};

struct tiff {
    const uint8_t *bytes;
    size_t size;
    bool is_little;
};

// Returns the number in `count` bytes at offset `at`, which the caller has checked.
static uint32_t number_at(const struct tiff *tiff, size_t at, int count)
{
    uint32_t number = 0;
    for (int i = 0; i < count; i++) {
        const int shift = 8 * (tiff->is_little ? i : count - 1 - i);
        number |= (uint32_t) tiff->bytes[at + (size_t) i] << shift;
    }
    return number;
}

static bool is_inside(const struct tiff *tiff, size_t at, size_t count)
{
    return at <= tiff->size && count <= tiff->size - at;
}

// Returns the value of a tag in the table at offset `table`; 0: the tag is missing.
static uint32_t find(const struct tiff *tiff, size_t table, uint32_t tag)
{
    if (!is_inside(tiff, table, 2))
        return 0;
    const uint32_t count = number_at(tiff, table, 2);
    size_t at = table + 2;
    for (uint32_t i = 0; i < count && is_inside(tiff, at, ENTRY_BYTES); i++, at += ENTRY_BYTES) {
        if (number_at(tiff, at, 2) != tag)
            continue;
        const uint32_t type = number_at(tiff, at + 2, 2);
        return type == TYPE_SHORT  ? number_at(tiff, at + 8, 2)
               : type == TYPE_LONG ? number_at(tiff, at + 8, 4)
                                   : 0;
    }
    return 0;
}

struct image_exif image_exif_read(const uint8_t *bytes, size_t size)
{
    struct image_exif exif = { .orientation = IMAGE_ORIENT_AS_IS };
    if (size < HEADER_BYTES || (memcmp(bytes, "II*\0", 4) != 0 && memcmp(bytes, "MM\0*", 4) != 0))
        return exif;
    const struct tiff tiff = { bytes, size, bytes[0] == 'I' };
    const size_t table = number_at(&tiff, 4, 4);
    const uint32_t orientation = find(&tiff, table, TAG_ORIENTATION);
    const size_t camera = find(&tiff, table, TAG_CAMERA);
    const uint32_t space = camera > 0 ? find(&tiff, camera, TAG_COLOUR_SPACE) : 0;
    if (orientation >= 1 && orientation <= IMAGE_ORIENT_COUNT)
        exif.orientation = (int) orientation;
    exif.other_colours = space > 0 && space != SRGB;
    return exif;
}
