#pragma once

#include "render/image/formats/image_file.h"

#include <openexr.h>
#include <string.h>

// The interface between the files that read OpenEXR, image_exr_*.c.

enum {
    IMAGE_EXR_MAX_CHANNELS = 1024, // of all parts together
    IMAGE_EXR_MAX_ATTRIBUTES = 4096,
};

// The number in four bytes, the lowest first.
static inline int32_t image_exr_number(const uint8_t *bytes)
{
    const uint32_t bits =
        bytes[0] | (uint32_t) bytes[1] << 8 | (uint32_t) bytes[2] << 16 | (uint32_t) bytes[3] << 24;
    int32_t number;
    memcpy(&number, &bits, sizeof(number));
    return number;
}

// Sizes from the headers of a file. They are read without the library, whose time grows with the
// square of the number of entries in a file.
struct image_exr_extent {
    size_t headers; // bytes, with what stands before them
    uint64_t bytes; // of the texels of all parts, unpacked; without smaller levels
    bool is_tiled;  // and may have such
};

// False where a header is cut off, damaged, or holds more than the limits above.
bool image_exr_measure_headers(const uint8_t *bytes, size_t size, struct image_exr_extent *extent,
                               struct error *error);

// A file in memory that the library reads.
struct image_exr {
    const uint8_t *bytes;
    size_t size;
    exr_context_t context;
    bool is_cut;        // the library wanted bytes behind the end
    size_t read_end;    // behind what it read last
    struct error words; // its first complaint; "": none
};

// The length of a window along an axis, from its first texel to its last.
static inline uint64_t image_exr_length(int32_t first, int32_t last)
{
    return last < first ? 0 : (uint64_t) ((int64_t) last - first + 1);
}

// Opens a file whose headers are whole.
bool image_exr_open(struct image_exr *exr, const uint8_t *bytes, size_t size, struct error *error);
void image_exr_close(struct image_exr *exr); // also where it could not be opened

// Sets the error of a call that the library failed.
bool image_exr_fail(const struct image_exr *exr, struct error *error);

// The part and the channels that are the picture.
struct image_exr_part {
    int index;
    bool is_tiled;
    exr_compression_t compression;
    exr_attr_box2i_t data, display; // windows: what is stored, and what is the picture; inclusive
    int texel_bytes;                // of all channels of the part
    struct image_exr_channel {
        bool is_there, is_half; // otherwise a float
        int before;             // bytes of a texel's channels that come first
    } channels[4];              // red, green, blue, alpha; grey is three times the same
};

// Finds the first part with R, G and B, or Y alone, and notes what is left out.
bool image_exr_choose(struct image_exr *exr, struct image_exr_part *part,
                      struct image_picture *picture, struct error *error);

// Unpacks the part into an image of the size of its display window. What lies outside of that is
// left out, and what is not stored stays as it is. `picture` tells whether the rest is wanted.
bool image_exr_unpack(struct image_exr *exr, const struct image_exr_part *part,
                      const struct image_picture *picture, struct image *image,
                      struct error *error);
