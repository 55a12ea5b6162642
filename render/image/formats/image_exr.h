#pragma once

#include "render/image/formats/image_file.h"

#include <openexr.h>
#include <string.h>

// The reader of OpenEXR: types and functions that image_exr_*.c share.

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

// A file in memory, opened by the library.
struct image_exr {
    const uint8_t *bytes;
    size_t size;
    exr_context_t context;
    bool is_cut;        // the library tried to read past the end
    size_t read_end;    // end of the last read, as an offset
    struct error words; // first error message of the library; "": none
};

// Returns the number of texels from `first` to `last`, both included, along an axis of a window.
static inline uint64_t image_exr_length(int32_t first, int32_t last)
{
    return last < first ? 0 : (uint64_t) ((int64_t) last - first + 1);
}

// Opens a file that image_exr_measure_headers accepted.
bool image_exr_open(struct image_exr *exr, const uint8_t *bytes, size_t size, struct error *error);
void image_exr_close(struct image_exr *exr); // also after image_exr_open failed

// Sets the error after a call of the library failed, and returns false.
bool image_exr_fail(const struct image_exr *exr, struct error *error);

// The part and the channels that are read.
struct image_exr_part {
    int index;
    bool is_tiled;
    exr_compression_t compression;
    exr_attr_box2i_t data, display; // data window and display window, last texel included
    int texel_bytes;                // of all channels of the part
    struct image_exr_channel {
        bool is_there, is_half; // is_half: half float, otherwise float
        int before;             // bytes per texel of the channels before it
    } channels[4];              // R, G, B, A; for grey the first three are Y
};

// Selects the first part with R, G and B, or Y. Parts and channels that are not read go into the
// picture's note.
bool image_exr_choose(struct image_exr *exr, struct image_exr_part *part,
                      struct image_picture *picture, struct error *error);

// Decodes the part into an F32 image of the size of its display window. Texels outside that window
// are dropped, and texels outside the data window stay unchanged. `picture` is for cancellation.
bool image_exr_unpack(struct image_exr *exr, const struct image_exr_part *part,
                      const struct image_picture *picture, struct image *image,
                      struct error *error);
