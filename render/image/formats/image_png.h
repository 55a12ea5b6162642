#pragma once

#include "render/image/formats/image_file.h"

// Reads the chunks of a PNG that libpng does not apply to the texels (W3C, Portable Network
// Graphics, third edition, 2025).

// The data of each chunk, which has the length that it must have; NULL: there is no such chunk.
struct image_png_chunks {
    const uint8_t *gamma, *primaries, *srgb, *code_points;
    const uint8_t *exif; // of any length
    size_t exif_size;
    bool has_profile;
};

// Walks over all chunks and refuses impossible lengths, for which libpng would allocate memory.
bool image_png_walk(struct image_png_chunks *chunks, const uint8_t *bytes, size_t size,
                    struct error *error);

// Converts display values of the file's space to sRGB. The first chunk that is there counts, in
// this order: cICP, an ICC profile, sRGB, then cHRM and gAMA. `profile` is from libpng; NULL: there
// is none that it accepts.
void image_png_convert(struct image_picture *picture, const struct image_png_chunks *chunks,
                       const uint8_t *profile, size_t profile_size);
