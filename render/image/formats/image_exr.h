#pragma once

#include "render/image/formats/image_file.h"
#include "render/text/error.h"

#include <string.h>

// Headers of OpenEXR files: they are measured before the OpenEXR library is called.

enum {
    IMAGE_EXR_MAX_CHANNELS = 1024, // of all parts together
    IMAGE_EXR_MAX_ATTRIBUTES = 4096,
};

// Returns the 32-bit little-endian number at `bytes`.
static inline int32_t image_exr_number(const uint8_t *bytes)
{
    const uint32_t bits =
        bytes[0] | (uint32_t) bytes[1] << 8 | (uint32_t) bytes[2] << 16 | (uint32_t) bytes[3] << 24;
    int32_t number;
    memcpy(&number, &bits, sizeof(number));
    return number;
}

// Returns the number of texels from `first` to `last`, both included, along an axis of a window.
static inline uint64_t image_exr_length(int32_t first, int32_t last)
{
    return last < first ? 0 : (uint64_t) ((int64_t) last - first + 1);
}

// Sizes from the headers of a file, found by a parser of our own, before the OpenEXR library is
// called: its time grows with the square of the number of header entries.
struct image_exr_extent {
    size_t headers; // bytes from the start of the file to the end of the headers
    uint64_t bytes; // unpacked texels of all parts, largest level only
    bool is_tiled;  // tiled, so it may have smaller levels
};

// Returns false if a header is truncated, damaged, or exceeds the limits above.
bool image_exr_measure_headers(const uint8_t *bytes, size_t size, struct image_exr_extent *extent,
                               struct error *error);
