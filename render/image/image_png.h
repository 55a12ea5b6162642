#pragma once

#include "render/image/image_file.h"

// What the chunks of a PNG say of its texels, beside what libpng does (W3C, Portable Network
// Graphics, third edition, 2025).

// Each is the chunk's data, of the length that it must have; NULL where there is none.
struct image_png_chunks {
    const uint8_t *gamma, *primaries, *srgb, *code_points;
    const uint8_t *exif; // of any length
    size_t exif_size;
    bool has_profile;
};

// Walks over the chunks to the last. libpng would take memory for whatever length one states.
bool image_png_walk(struct image_png_chunks *chunks, const uint8_t *bytes, size_t size,
                    struct error *error);

// Display values of whatever space to sRGB. cICP goes before an ICC profile, that before sRGB, and
// that before cHRM and gAMA. `profile` is what libpng found; NULL: none that it takes.
void image_png_convert(struct image_picture *picture, const struct image_png_chunks *chunks,
                       const uint8_t *profile, size_t profile_size);
