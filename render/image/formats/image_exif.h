#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The tags of a camera (CIPA DC-008, Exif 2.32) that change how its picture looks.
struct image_exif {
    int orientation;    // see image_orient.h; 1 where it is missing or wrong
    bool other_colours; // whether colours are stated not to be those of sRGB
};

// `tiff` begins with the order of bytes, "II" or "MM". A damaged tag counts as absent.
struct image_exif image_exif_read(const uint8_t *tiff, size_t size);
