#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a camera says of its picture (CIPA DC-008, Exif 2.32), as far as it changes how it looks.
struct image_exif {
    int orientation;    // see image_orient.h; 1 where nothing, or nonsense, is said
    bool other_colours; // it says that they are not those of sRGB
};

// `tiff` begins with the order of bytes, "II" or "MM". Whatever is damaged is as if it were absent.
struct image_exif image_exif_read(const uint8_t *tiff, size_t size);
