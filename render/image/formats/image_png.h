#pragma once

#include "render/image/formats/image_file.h"

// The chunks of a PNG about colour and orientation, which libpng does not apply to the texels (W3C,
// Portable Network Graphics, third edition, 2025).

// Data of the chunks gAMA, cHRM, sRGB, cICP and eXIf, borrowed from the file; NULL: missing or of a
// wrong length.
struct image_png_chunks {
    const uint8_t *gamma, *primaries, *srgb, *code_points;
    const uint8_t *exif; // of any length
    size_t exif_size;
    bool has_profile;
};

// Finds these chunks. Fails if a chunk is longer than the file, for which libpng would allocate
// memory.
bool image_png_walk(struct image_png_chunks *chunks, const uint8_t *bytes, size_t size,
                    struct error *error);

// Converts the picture from the file's colour space to sRGB. The first of these that exists is
// used: cICP, the ICC profile, sRGB, cHRM with gAMA. `profile` is the data that libpng read; NULL:
// none, or invalid.
void image_png_convert(struct image_picture *picture, const struct image_png_chunks *chunks,
                       const uint8_t *profile, size_t profile_size);
