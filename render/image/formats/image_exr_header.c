// Walks over the headers of an OpenEXR file (Industrial Light & Magic, OpenEXR File Layout): a part
// is a list of attributes, each a name, a type, a size and that many bytes. An empty name ends it.

#include "render/image/formats/image_exr.h"

#include <string.h>

enum {
    FIRST_ATTRIBUTE = 8, // offset behind signature and flags
    FLAGS = 5,           // offset of the flags byte
    FLAG_TILED = 0x02,
    FLAG_PARTS = 0x10,
    MAX_NAME = 255,
    HALF = 1, // pixel type of a channel
};

struct walker {
    const uint8_t *at, *end;
    int attributes, channels;
    uint64_t width, height, texel_bytes; // of the part
};

static size_t left(const struct walker *walker)
{
    return (size_t) (walker->end - walker->at);
}

// Reads a zero-terminated name and moves behind it.
static bool next_name(struct walker *walker, const char **name, struct error *error)
{
    const size_t most = left(walker) < MAX_NAME + 1 ? left(walker) : MAX_NAME + 1;
    const uint8_t *zero = memchr(walker->at, '\0', most);
    *name = (const char *) walker->at;
    if (!zero)
        return most <= MAX_NAME ? image_cut_off(error)
                                : error_set(error, "damaged EXR: a name over %d bytes", MAX_NAME);
    walker->at = zero + 1;
    return true;
}

// Sums the bytes per texel. A channel is a name, a type, four bytes of flags, and the sampling
// rates of x and y.
static bool measure_channels(struct walker *walker, const uint8_t *bytes, size_t size,
                             struct error *error)
{
    struct walker list = { .at = bytes, .end = bytes + size };
    const char *name;
    walker->texel_bytes = 0;
    while (left(&list) > 0 && *list.at) {
        if (!next_name(&list, &name, error) || left(&list) < 16)
            return error_set(error, "damaged EXR: its list of channels has no end");
        if (++walker->channels > IMAGE_EXR_MAX_CHANNELS)
            return error_set(error, "EXR with over %d channels", IMAGE_EXR_MAX_CHANNELS);
        walker->texel_bytes += image_exr_number(list.at) == HALF ? 2 : 4;
        list.at += 16;
    }
    return true;
}

static bool walk_attribute(struct walker *walker, const char *name, struct error *error)
{
    const char *type;
    if (++walker->attributes > IMAGE_EXR_MAX_ATTRIBUTES)
        return error_set(error, "EXR with over %d attributes", IMAGE_EXR_MAX_ATTRIBUTES);
    if (!next_name(walker, &type, error))
        return false;
    if (left(walker) < 4)
        return image_cut_off(error);
    const int32_t size = image_exr_number(walker->at);
    walker->at += 4;
    if (size < 0)
        return error_set(error, "damaged EXR: '%s' has a size below 0", name);
    if (left(walker) < (size_t) size)
        return image_cut_off(error);
    const uint8_t *bytes = walker->at;
    walker->at += size;
    if (strcmp(name, "dataWindow") == 0 && size >= 16) {
        walker->width = image_exr_length(image_exr_number(bytes), image_exr_number(bytes + 8));
        walker->height =
            image_exr_length(image_exr_number(bytes + 4), image_exr_number(bytes + 12));
    }
    return strcmp(name, "channels") != 0 || measure_channels(walker, bytes, (size_t) size, error);
}

// Returns the product, at most UINT64_MAX / 16.
static uint64_t product_clamped(uint64_t a, uint64_t b)
{
    return a == 0 || b <= UINT64_MAX / 16 / a ? a * b : UINT64_MAX / 16;
}

bool image_exr_measure_headers(const uint8_t *bytes, size_t size, struct image_exr_extent *extent,
                               struct error *error)
{
    *extent = (struct image_exr_extent){ 0 };
    if (size < FIRST_ATTRIBUTE)
        return image_cut_off(error);
    struct walker walker = { bytes + FIRST_ATTRIBUTE, bytes + size };
    const char *name;
    extent->is_tiled = bytes[FLAGS] & FLAG_TILED;
    do { // a part
        walker.width = walker.height = walker.texel_bytes = 0;
        if (!next_name(&walker, &name, error))
            return false;
        for (; *name; extent->is_tiled |= strcmp(name, "tiles") == 0)
            if (!walk_attribute(&walker, name, error) || !next_name(&walker, &name, error))
                return false;
        extent->bytes +=
            product_clamped(product_clamped(walker.width, walker.height), walker.texel_bytes);
        if (extent->bytes > UINT64_MAX / 16)
            extent->bytes = UINT64_MAX / 16;
        if (bytes[FLAGS] & FLAG_PARTS && left(&walker) == 0)
            return image_cut_off(error);
    } while (bytes[FLAGS] & FLAG_PARTS && *walker.at);
    extent->headers = (size_t) (walker.at - bytes) + (bytes[FLAGS] & FLAG_PARTS ? 1 : 0);
    return true;
}

// Returns the unpacked size in units of 16 bytes, since that many bytes of a file are read per
// texel.
bool image_exr_measure(const uint8_t *bytes, size_t size, uint64_t *texels)
{
    struct image_exr_extent extent;
    struct error error;
    if (!image_exr_measure_headers(bytes, size, &extent, &error))
        return false;
    *texels = extent.bytes / 16 + 1;
    // Levels reduced in both directions (ripmaps) add at most three times the size.
    if (extent.is_tiled && *texels <= IMAGE_MAX_TEXELS)
        *texels = *texels * 4 < IMAGE_MAX_TEXELS ? *texels * 4 : IMAGE_MAX_TEXELS;
    return true;
}
