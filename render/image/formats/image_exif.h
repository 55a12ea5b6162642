#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The Exif tags (CIPA DC-008, Exif 2.32) that affect how a picture is shown.
struct image_exif {
    int orientation;    // see image_orient.h; 1 where it is missing or wrong
    bool other_colours; // the ColorSpace tag names another space than sRGB
};

// Reads the tags. `tiff` starts at the TIFF header, "II" or "MM". A damaged tag counts as missing.
struct image_exif image_exif_read(const uint8_t *tiff, size_t size);
